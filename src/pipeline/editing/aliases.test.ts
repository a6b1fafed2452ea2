import { expect, test } from 'vitest'
import { type Document, parse } from 'yaml'
import { parsePipelineFile } from '../parse.ts'
import { putInComponent } from './components.ts'
import { editText } from './edit-text.ts'
import { connect, disconnect } from './links.ts'
import { changeVariable } from './variables.ts'

const file = `pipeline:
  components:
    First:
      type: webhook-post
      transitions: &next
        success: &done [ Log ]
        failure: *done
      parameters: &hook
        url: "https://example.test" # theirs
        payload: &msg "hello"
        timeout: &wait "10"
        rows: [ &row [ a, "1" ], [ b, "2" ] ]
    Second: { type: webhook-post, transitions: *next, parameters: *hook }
    Third:
      type: webhook-post
      parameters: { url: x, payload: *msg, rows: [ *row, [ c, "3" ] ] }
    Fourth: &alone
      type: bash-script
      parameters: &own { script: &text "a" }
    Log: &log { type: print-variables, parameters: { prefixText: "p" } }
    Fifth: *log
  variables:
    a: &a { metadata: { type: TEXT, description: "one" }, defaultValue: "x" }
    b: *a
`
const edit = (change: (document: Document) => void) => editText(file, change)
const put = (name: string, key: string, value: string | undefined) =>
  edit((document) => putInComponent(document, name, ['parameters', key], value))
const read = (text: string | undefined) => parse(text!).pipeline
const before = read(file)

/** What a file says after an edit, with all other components as they were. */
const withComponent = (name: string, own: object) => ({
  ...before,
  components: { ...before.components, [name]: { ...before.components[name], ...own } },
})

test('what an alias repeats becomes a copy of its own before it is changed, with all the rest of it', () => {
  const { parameters } = before.components.First
  const timeout = put('Second', 'timeout', '20')
  expect(read(timeout)).toEqual(withComponent('Second', { parameters: { ...parameters, timeout: '20' } }))
  expect(timeout).toContain('# theirs\n        payload: &msg "hello"')
  const { url: _, ...rest } = parameters
  expect(read(put('Second', 'url', undefined))).toEqual(withComponent('Second', { parameters: rest }))
  expect(read(put('Fifth', 'prefixText', 'q'))).toEqual(
    withComponent('Fifth', { parameters: { prefixText: 'q' } }),
  )
  const link = { from: 'Second', to: 'Third', kind: 'success' } as const
  expect(read(edit((document) => connect(document, link)))).toEqual(
    withComponent('Second', { transitions: { success: ['Log', 'Third'], failure: ['Log'] } }),
  )
  const gone = { from: 'Second', to: 'Log', kind: 'failure' } as const
  expect(read(edit((document) => disconnect(document, gone)))).toEqual(
    withComponent('Second', { transitions: { success: ['Log'] } }),
  )
  const failure = { from: 'First', to: 'Third', kind: 'failure' } as const
  expect(edit((document) => connect(document, failure))).toBeUndefined()
  const b = parsePipelineFile('a.orch.yaml', file).pipeline!.variables.get('b')!
  const changed = edit((document) =>
    changeVariable(document, b, { ...b, description: 'two', columns: [], defaultValue: 'x' }),
  )
  expect(read(changed).variables).toEqual({
    a: before.variables.a,
    b: { ...before.variables.b, metadata: { ...before.variables.b.metadata, description: 'two' } },
  })
})

test('what an alias elsewhere repeats is not changed, and that with an anchor alone is', () => {
  expect(put('First', 'payload', 'other')).toBeUndefined()
  expect(put('First', 'url', 'other')).toBeUndefined()
  expect(put('Log', 'prefixText', 'other')).toBeUndefined()
  const rows = [
    ['d', '1'],
    ['b', '2'],
  ]
  expect(edit((document) => putInComponent(document, 'First', ['parameters', 'rows'], rows))).toBeUndefined()
  expect(put('Fourth', 'script', 'b')).toBe(
    file
      .replace('&alone\n', '\n')
      .replace('&own { script: &text "a" }', '{ script: "b" }')
      .replace(/ +$/gm, ''),
  )
})

test('what says the same keeps its aliases and anchors', () => {
  for (const [name, { parameters }] of Object.entries<{ parameters: Record<string, string> }>(
    before.components,
  ))
    for (const [key, value] of Object.entries(parameters)) expect(put(name, key, value)).toBe(file)
  expect(put('Second', 'missing', undefined)).toBe(file)
  for (const from of ['First', 'Second']) {
    expect(edit((document) => connect(document, { from, to: 'Log', kind: 'failure' }))).toBe(file)
    expect(edit((document) => disconnect(document, { from, to: 'Third', kind: 'failure' }))).toBe(file)
  }
  const third = put('Third', 'url', 'y')
  expect(third).toContain('payload: *msg')
  const rows = [
    ['a', '1'],
    ['c', '4'],
  ]
  const row = edit((document) => putInComponent(document, 'Third', ['parameters', 'rows'], rows))
  expect(row).toContain('*row')
  expect(read(row)).toEqual(
    withComponent('Third', { parameters: { ...before.components.Third.parameters, rows } }),
  )
})
