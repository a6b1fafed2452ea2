import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { componentCatalog } from '../../../../src/components/catalog.ts'
import { WarehouseKind } from '../../../../src/features/projects/schema.ts'
import { newPipelineText } from '../../../../src/pipeline/editing/new-pipeline.ts'
import { validateProject } from '../../../../src/pipeline/validate.ts'
import { forWarehouse } from './for-warehouse.ts'
import { templates } from './templates.ts'

const folder = new URL('./files/', import.meta.url)
const textOf = (id: string) => readFileSync(new URL(`${id}.orch.yaml`, folder), 'utf8')

test('each file is a template, and has what its title says', () => {
  const files = readdirSync(folder).map((name) => name.replace('.orch.yaml', ''))
  const written = templates.filter(({ load }) => load !== undefined)
  expect(written.map(({ id }) => id).sort()).toEqual(files.sort())
  for (const { name } of written) expect(name).not.toBe('')
})

test.each([...templates])('$title has no fault, on any database', ({ id, kind, load }) => {
  const path = kind === 'orchestration' ? 'a.orch.yaml' : 'a.tran.yaml'
  const text = load === undefined ? newPipelineText(kind) : textOf(id)
  for (const warehouse of WarehouseKind.enum) {
    const files = [{ path, text: forWarehouse(text, warehouse) }]
    expect([warehouse, ...validateProject(files, componentCatalog, { warehouse })]).toEqual([warehouse])
  }
})

test('texts have the type that the database has for them', () => {
  const load = textOf('extract-incrementally')
  expect(forWarehouse(load, 'POSTGRES')).toBe(load)
  expect(forWarehouse(load, 'MYSQL')).toContain('(id varchar(64)')
  expect(forWarehouse(load, 'MYSQL')).toContain('cast(id as char(64))')
  for (const { id, load } of templates)
    if (load !== undefined) expect(forWarehouse(textOf(id), 'BIGQUERY')).not.toContain('varchar')
})
