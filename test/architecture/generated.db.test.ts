import { expect, test } from 'vitest'
import { staleFiles } from '../../scripts/generated-files.ts'

test('every committed file that is generated says what the code says (npm run generate)', async () => {
  expect(await staleFiles()).toEqual([])
})
