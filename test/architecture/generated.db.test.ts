import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { drawStates } from '../../scripts/draw-states.ts'
import { generatedSchema } from '../../scripts/generate-schema.ts'
import { webStates } from '../../scripts/web-states.ts'
import { componentReference } from '../../scripts/write-component-reference.ts'
import { openApiDocument } from '../../src/roles/api/openapi-document.ts'

/** What is generated and committed says what the code says; `npm run generate` makes it so. */
const committed = (path: string) => readFile(path, 'utf8')

test('db/schema.sql and src/db/tables.generated.ts are what the migrations make', async () => {
  const { schema, tables } = await generatedSchema()
  expect(schema).toBe(await committed('db/schema.sql'))
  expect(tables).toBe(await committed('src/db/tables.generated.ts'))
})

test('openapi/public-v1.json is what the routes say', async () => {
  expect(await openApiDocument()).toEqual(JSON.parse(await committed('openapi/public-v1.json')))
})

test('web/api/states.generated.ts is what the table of execution states says', async () => {
  expect(webStates()).toBe(await committed('web/api/states.generated.ts'))
})

test('docs/states.md is what the tables of states say', async () => {
  expect(await drawStates()).toBe(await committed('docs/states.md'))
})

test('docs/components.md is what the components say', async () => {
  expect(await componentReference()).toBe(await committed('docs/components.md'))
})
