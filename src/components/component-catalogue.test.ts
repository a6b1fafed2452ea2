import { expect, test } from 'vitest'
import { findDeclaration } from './catalog.ts'
import { componentCatalogue } from './component-catalogue.ts'

interface Form {
  readonly type: string
  readonly required?: readonly string[]
  readonly properties: Readonly<
    Record<string, { readonly type?: string; readonly title?: string; readonly enum?: readonly string[] }>
  >
}
const entries = componentCatalogue()
const formOf = (type: string) => entries.find((entry) => entry.type === type)!.parameters as unknown as Form

test('every component is listed once, under its current type, and with all of its parameters', () => {
  expect(entries.length).toBeGreaterThan(50)
  expect(new Set(entries.map(({ type }) => type)).size).toBe(entries.length)
  for (const { type, otherTypes, parameters } of entries) {
    const { properties = {} } = findDeclaration(type)!.properties as { properties?: object }
    expect(Object.keys((parameters as unknown as Form).properties ?? {}), type).toEqual(
      Object.keys(properties),
    )
    for (const other of otherTypes) expect(findDeclaration(other)).toBe(findDeclaration(type))
  }
})

test('a form knows titles, what is required, choices, and the columns of rows', () => {
  const { properties, required } = formOf('webhook-post')
  expect(required).toContain('payload')
  expect(properties['incomingWebhookUrl']).toMatchObject({ type: 'string', title: 'Incoming Webhook URL' })
  expect(properties['payloadVariables']).toMatchObject({ type: 'array', 'x-columns': ['name', 'value'] })
  expect(properties['escapeJson']!.enum).toEqual(['Yes', 'No'])
  expect(JSON.stringify(entries)).not.toContain('"choices":[')
})

test('a form knows the language of scripts, names of variables, conditions and older spellings', () => {
  const query = formOf('query-to-scalar').properties
  expect(query['query']).toMatchObject({ 'x-editor': 'sql', 'x-when': { mode: ['Advanced'] } })
  expect(query['table']).toMatchObject({ 'x-when': { mode: ['Basic'] } })
  expect(query['targetTable']).toMatchObject({ 'x-older': true, 'x-when': { mode: ['Basic'] } })
  expect(query['mode']).not.toHaveProperty('x-when')
  expect(formOf('python-script').properties['script']).toMatchObject({ 'x-editor': 'python' })
  expect(formOf('grid-iterator').properties['gridVariable']).toMatchObject({ 'x-names': 'grid' })
  expect(JSON.stringify(entries)).not.toMatch(/"(editor|names|older|when)":/)
})
