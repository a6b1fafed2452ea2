import { expect, test } from 'vitest'
import { pipelineOf } from '../../../test/support/flow-player.ts'
import { createMasking } from '../../lib/masking.ts'
import { newVisit } from '../../pipeline/flow/frame.ts'
import { outermost } from '../../pipeline/flow/keys.ts'
import type { Outcome } from '../../pipeline/flow-events.ts'
import type { RunContext } from '../run-context.ts'
import { postProcessStep } from './step.ts'
import type { StepRun } from './step-context.ts'

test('a value that contains a secret is kept, and marked so that it is not shown', async () => {
  const masking = createMasking()
  masking.add('hunter22')
  const visit = newVisit(pipelineOf({ A: {} }).components.get('A')!, outermost)
  const updates = [
    { variable: 'plain', value: 'nothing to hide' },
    { variable: 'n', value: 3 },
    { variable: 'url', value: 'https://host/?key=hunter22' },
    { variable: 'rows', value: [['a'], [Buffer.from('user:hunter22').toString('base64')]] },
  ]
  const outcome: Outcome = { result: 'SUCCESS', message: 'hunter22', updates }
  const after = await postProcessStep({ masking } as RunContext, { visit } as StepRun, outcome, new Date())
  expect(after.message).toBe('***')
  expect(after.updates).toEqual(updates.map((one, at) => (at < 2 ? one : { ...one, secret: true })))
})
