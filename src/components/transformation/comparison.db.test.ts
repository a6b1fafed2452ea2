import fc from 'fast-check'
import { afterAll, beforeAll, describe, test } from 'vitest'
import {
  type EmptySchema,
  TEST_DATABASES,
  warehousesOfTests,
} from '../../warehouses/conformance/databases.ts'
import type { Warehouses } from '../../warehouses/open.ts'
import type { Warehouse } from '../../warehouses/warehouse.ts'
import { checkCase } from './testing/model/check.ts'
import { caseOf } from './testing/model/generate.ts'

/**
 * `npm run test:values` compares thousands of pipelines, others in each run: the seed that it prints, as
 * HEADRACE_TEST_SEED, repeats them. Without it a small sample is always the same.
 */
const COUNT = Number(process.env['HEADRACE_TEST_VALUES'] ?? 100)
const SEED = Number(process.env['HEADRACE_TEST_SEED'] ?? (COUNT > 100 ? Date.now() % 2 ** 31 : 20))
/** More decisions than most pipelines take. */
const CHOICES = 120

describe.each(TEST_DATABASES)('$name', ({ name, create }) => {
  let schema: EmptySchema
  let warehouses: Warehouses
  let warehouse: Warehouse

  beforeAll(async () => {
    schema = await create()
    warehouses = warehousesOfTests()
    warehouse = await warehouses.open(schema.connection)
  })

  afterAll(async () => {
    await warehouses.close()
    await schema.remove()
  })

  test(`pipelines make the rows that the documentation says: ${COUNT} of seed ${SEED}`, {
    timeout: 0,
  }, async () => {
    const numbers = fc.array(fc.nat(719), { minLength: CHOICES, maxLength: CHOICES })
    const property = fc.asyncProperty(numbers, (choices) => checkCase(name, warehouse, caseOf(choices)))
    await fc.assert(property, { numRuns: COUNT, seed: SEED })
  })
})
