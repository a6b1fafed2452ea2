import { expect, test } from 'vitest'
import { grantableTools as ofServer } from '../../../../src/features/agent-tasks/toolbox.ts'
import { grantableTools } from './tools.ts'

test('every tool that needs a permission can be granted when a task is created', () => {
  expect(grantableTools.map(({ value }) => value).toSorted()).toEqual([...ofServer].toSorted())
})
