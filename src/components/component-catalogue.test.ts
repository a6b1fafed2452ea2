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
