import { expect, test } from 'vitest'
import { type Document, parse } from 'yaml'
import { editText } from '../../../../src/pipeline/editing/edit-text.ts'
import { readDrawing } from '../model/drawing.ts'
import { Identities } from './identities.ts'
import { nothing, type Selection } from './selection.ts'
import { commandsOf } from './use-commands.ts'
import type { Editor } from './use-editor.ts'

const file = JSON.stringify({
  type: 'orchestration',
  pipeline: { components: { Start: { type: 'start' }, Log: { type: 'or' } } },
  design: { notes: { 1: { content: 'Every night', position: { x: 0, y: 0 } } } },
})
const broken = `${file}]`

/** The commands on a text, while the canvas shows `file`. */
function commanding(text: string, chosen: Partial<Selection> = {}) {
  const now = { text, selection: { ...nothing, ...chosen } as Selection }
  const apply = (change: (document: Document) => void) => {
    const edited = editText(now.text, change)
    now.text = edited ?? now.text
    return edited !== undefined
  }
  const { drawing } = readDrawing('A.orch.yaml', file)
  const places = new Map([
    ['Start', { x: 0, y: 0 }],
    ['Log', { x: 0, y: 100 }],
  ])
  const shown = { drawing, places, direction: 'down', scale: { x: 1, y: 1 } }
  const select = (selection: Selection) => void Object.assign(now, { selection })
  const editor = { ...shown, apply, identities: new Identities() } as unknown as Editor
  return { now, commands: commandsOf({ editor, selection: now.selection, select, types: [] }) }
}

test('what is cut is removed; notes stay, for the clipboard does not hold them', () => {
  const { now, commands } = commanding(file, { components: new Set(['Log']), notes: new Set(['1']) })
  const { pipeline } = parse(commands.cut()!)
  expect(Object.keys(pipeline.components)).toEqual(['Log'])
  const left = parse(now.text)
  expect(Object.keys(left.pipeline.components)).toEqual(['Start'])
  expect(left.design.notes).toHaveProperty('1')
})

test('without components nothing is cut', () => {
  const { now, commands } = commanding(file, { notes: new Set(['1']) })
  expect(commands.cut()).toBeUndefined()
  expect(now.text).toBe(file)
})

test('while the text cannot be read nothing is added, and what was chosen stays so', () => {
  const { now, commands } = commanding(broken, { components: new Set(['Log']) })
  const { selection } = now
  commands.add([{ name: 'And', type: 'and', parameters: {}, takesLinks: true }])
  commands.note()
  expect(commands.paste('select 1 as n')).toBe(false)
  expect(now).toEqual({ text: broken, selection })
})

test('SQL is pasted with nothing chosen', () => {
  const { now, commands } = commanding(file)
  expect(commands.paste('select 1 as n')).toBe(true)
  expect(now.selection.components.size).toBe(1)
  expect(commanding(broken).commands.paste('select 1 as n')).toBe(false)
})

test('a text that holds nothing to paste changes nothing', () => {
  const { now, commands } = commanding(file)
  const { selection } = now
  expect(commands.paste('https://example.com/a')).toBe(false)
  expect(now).toEqual({ text: file, selection })
})

test('what is pasted into a file without places is placed beside what is drawn', () => {
  const { now, commands } = commanding(file)
  expect(commands.paste('pipeline: { components: { Log: { type: or } } }')).toBe(true)
  expect([...now.selection.components]).toEqual(['Log 2'])
  expect(parse(now.text).design.components.Log).toEqual({ position: { x: 0, y: 100 } })
})

test('a refused rename leaves what was chosen', () => {
  const { now, commands } = commanding(broken, { components: new Set(['Log']) })
  const { selection } = now
  commands.rename('Log', 'Report')
  expect(now).toEqual({ text: broken, selection })
})
