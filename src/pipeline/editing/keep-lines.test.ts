import { expect, test } from 'vitest'
import { putInComponent, renameComponent } from './components.ts'
import { editText } from './edit-text.ts'
import { connect } from './links.ts'
import { movedTo } from './places.ts'

test('braces and brackets over several lines stay so', () => {
  const text = `pipeline:
  components:
    Start:
      type: start
      transitions: {
        unconditional: ["A"],   # first

        success: [ "B" ]
      }
    A:
      parameters: {
        names: ["x", "y"],
        rows: [["1", "2"],
               ["3", "4"]]
      }
`
  const edited = editText(text, (document) => {
    putInComponent(document, 'A', ['parameters', 'rows'], [['1', '2'], ['3', '5'], ['6']])
    connect(document, { from: 'Start', to: 'A', kind: 'success' })
  })
  expect(edited).toBe(text.replace('[ "B" ]', '[ "B", "A" ]').replace('"4"]]', '"5"], ["6"]]'))
})

test('a file of JSON is edited in the lines that it is about alone', () => {
  const start = { type: 'start', transitions: { unconditional: ['Log'] } }
  const log = { type: 'bash-script', parameters: { componentName: 'Log', script: 'echo 1\necho "2"\n' } }
  const design = { components: { Log: { position: { x: -100, y: 0 } } } }
  const json = JSON.stringify({ pipeline: { components: { Start: start, Log: log } }, design }, null, 2)
  const renamed = editText(json, (document) => renameComponent(document, 'Log', 'Note'))
  expect(renamed).toBe(json.replaceAll('"Log"', '"Note"'))
  const moved = editText(json, (document) => movedTo(document, new Map([['Log', { x: 5, y: 6 }]])))
  expect(moved).toBe(json.replace('-100', '5').replace('"y": 0', '"y": 6'))
})
