import { expect, test } from 'vitest'
import { largePipeline } from '../../../../bench/support/web/large-pipeline.ts'
import { createReader } from './drawing.ts'

const text = largePipeline(500)
const edited = text.replace('echo "step 250"', 'echo "step 2500"')

test('what an edit leaves as it was is the same object in the next drawing', () => {
  const read = createReader('Large.orch.yaml')
  const before = read(text).drawing!
  const after = read(edited).drawing!
  const changed = after.components.filter((one, at) => one !== before.components[at])
  expect(changed.map(({ name }) => name)).toEqual(['Step 250'])
  expect(after.links).toBe(before.links)
  expect(after.notes).toBe(before.notes)
  expect(after.groups).toBe(before.groups)
  // Lines are no part of a drawing.
  const below = read(edited.replace('pipeline:', '# A comment\npipeline:')).drawing!
  expect(below.components.filter((one, at) => one !== after.components[at])).toEqual([])
})

test('a text that cannot be read for a moment does not begin everything again', () => {
  const read = createReader('Large.orch.yaml')
  const before = read(text).drawing!
  expect(read(text.replace('echo "step 250"', '"echo')).drawing).toBeDefined()
  expect(read(text.replace('type: "bash-script"', 'type: "bash-script')).drawing).toBeUndefined()
  const after = read(edited).drawing!
  expect(after.components.filter((one, at) => one !== before.components[at])).toHaveLength(1)
})
