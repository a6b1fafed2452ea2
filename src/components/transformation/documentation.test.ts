import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { transformationReference } from '../../../scripts/write-transformation-reference.ts'
import { createExpressions } from '../../pipeline/expressions/expressions.ts'
import { parsePipelineFile } from '../../pipeline/parse.ts'
import { validateProject } from '../../pipeline/validate.ts'
import { createWarehouses } from '../../warehouses/open.ts'
import { componentCatalog } from '../catalog.ts'
import { transformationDeclarations } from '../declarations.generated.ts'
import { compileTransformation } from './compile.ts'
import { findCompiler } from './compilers.ts'
import { examples, tableOf } from './testing/examples.ts'
import { rowsOf } from './testing/run.ts'
import { sampleTables } from './testing/sample-tables.ts'

const page = (name: string) => readFile(new URL(`../../../docs/pipelines/${name}`, import.meta.url), 'utf8')

test('every component can be compiled and shows an example', () => {
  const types = transformationDeclarations.map(({ types: [type] }) => type)
  expect(types.filter((type) => findCompiler(type) === undefined)).toEqual([])
  expect(new Set(examples().map(({ type }) => type))).toEqual(new Set(types))
  expect(types).toHaveLength(35)
})

test('the reference page is what the components say', async () => {
  expect(await page('transformation-components.md')).toBe(await transformationReference())
})

test('the transformation of the guide is valid and makes the rows it shows', async () => {
  const [, text = '', table = ''] =
    /```yaml\n(.*?)```\s*\n((?:\|.*\|\n)+)/s.exec(await page('transformations.md')) ?? []
  const path = 'paid by customer.tran.yaml'
  expect(validateProject([{ path, text }], componentCatalog, {})).toEqual([])
  const { pipeline } = parsePipelineFile(path, text)
  const folder = await mkdtemp(join(tmpdir(), 'transformation-guide-'))
  const warehouses = createWarehouses({ allowPrivateAddresses: true })
  const expressions = await createExpressions()
  try {
    const options = { signal: new AbortController().signal }
    const warehouse = await warehouses.open({ type: 'DUCKDB', path: join(folder, 'test.duckdb') })
    await warehouse.execute(sampleTables, options)
    const { variables } = pipeline!
    const view = {
      get: (name: string) => variables.get(name)?.defaultValue,
      names: () => variables.keys(),
      columns: () => [],
    }
    const plan = await compileTransformation(pipeline!, {
      warehouse,
      options,
      resolve: ({ parameters }) =>
        expressions.resolveParameters(parameters, { variables: view, sysvars: {} }),
    })
    expect(plan.failed).toEqual(new Map())
    for (const { sql } of plan.sinks) await warehouse.execute(sql, options)
    expect(await rowsOf(warehouse, 'select * from paid_by_customer')).toEqual(tableOf(table))
  } finally {
    expressions.close()
    await warehouses.close()
    await rm(folder, { recursive: true })
  }
})
