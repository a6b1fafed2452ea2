import { expect, test } from 'vitest'
import type { Document } from 'yaml'
import { parsePipelineFile } from '../parse.ts'
import { copiedComponents, pasteComponents } from './clipboard.ts'
import { putInComponent, removeComponents, renameComponent } from './components.ts'
import { editText } from './edit-text.ts'
import { conflictingParts, joinFiles } from './join-files.ts'
import { movedTo } from './places.ts'

const file = `pipeline:
  components:
    2024: { type: start, transitions: { unconditional: [2024.0, 007] } }
    2024.0:
      type: fixed-iterator
      parameters:
        iterationValues: [[007],
          [008]]
        note: "none"
        concurrency: Sequential
      iterationTarget: 007
    007:
      type: webhook-post
      transitions: { true: [ 2024 ], success: [2024, 007] }
      parameters: { shop: 007, account: 12345678901234567890, price: 1.10, size: 3, hex: 0x1F, timeout: 10 }
design:
  components:
    007: { position: { x: 1.0, y: -20 } }
`
const edit = (change: (document: Document) => void, text = file) => editText(text, change)!
const put = (name: string, key: string, value: string) =>
  edit((document) => putInComponent(document, name, ['parameters', key], value))
const componentsIn = (text: string) => parsePipelineFile('a.orch.yaml', text).pipeline!.components

test('numbers whose text would change stay as they are written where something else changes', () => {
  expect(put('007', 'timeout', '20')).toBe(file.replace('timeout: 10', 'timeout: "20"'))
  expect(put('2024.0', 'concurrency', 'Concurrent')).toBe(file.replace('Sequential', 'Concurrent'))
  expect(put('007', 'shop', '007')).toBe(file)
  expect(put('007', 'price', '1.1')).toBe(file.replace('1.10', '"1.1"'))
  const moved = edit((document) => movedTo(document, new Map([['007', { x: 5, y: -20 }]])))
  expect(moved).toBe(file.replace('x: 1.0', 'x: 5'))
})

test('components with names like numbers are renamed, removed and copied like others', () => {
  const renamed = edit((document) => {
    renameComponent(document, '2024', '2025')
    renameComponent(document, '007', 'Bond')
  })
  expect([...componentsIn(renamed).keys()]).toEqual(['2025', '2024.0', 'Bond'])
  expect(renamed).not.toMatch(/2024(?!\.)|\b007(?!\]|, account)/)
  expect(componentsIn(renamed).get('Bond')!.transitions).toEqual({
    true: ['2025'],
    success: ['2025', 'Bond'],
  })
  const removed = edit((document) => removeComponents(document, new Set(['2024.0', '2024'])))
  expect(removed).toContain('success: [007] }')
  let copied = ''
  edit((document) => {
    copied = copiedComponents(document, new Set(['007']), () => false)
  })
  const pasted = edit((document) => pasteComponents(document, copied, { x: 0, y: 0 }))
  expect(componentsIn(pasted).get('007 2')!.parameters).toEqual(componentsIn(file).get('007')!.parameters)
})

test('two changes of a number that differ in its text alone are both seen', () => {
  const texts = (base: string, yours: string, theirs: string) => ({
    base: file.replace('1.10', base),
    yours: file.replace('1.10', yours),
    theirs: file.replace('1.10', theirs),
  })
  const part = { kind: 'component', name: '007' }
  expect(conflictingParts(texts('2', '1.10', '1.1'))).toEqual([part])
  expect(joinFiles(texts('1.1', '1.10', '1.1'), new Map())).toBe(file)
  const rows = file.replace('[[007]', '[[7]')
  const joined = joinFiles({ base: rows, yours: file, theirs: rows }, new Map())!
  expect(componentsIn(joined).get('2024.0')!.parameters['iterationValues']).toEqual([['007'], ['008']])
})
