import { expect, test } from 'vitest'
import { addComponent, putInComponent, renameComponent } from './components.ts'
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

const project = {
  type: 'orchestration',
  pipeline: {
    components: {
      Start: {
        type: 'start',
        transitions: { unconditional: ['Log'] },
        parameters: { componentName: 'Start' },
      },
      Log: { type: 'bash-script', parameters: { componentName: 'Log', script: 'echo' } },
    },
    variables: {},
  },
}
/** Each says something that YAML has other words for. */
const added = {
  script: 'echo "1"\necho \'2\'\n\n# end',
  rows: [['a', '"b"']],
  none: null,
  empty: '',
  é: 'ü\u2028',
}

function addTo(text: string): string {
  const position = { x: 10, y: 20 }
  return editText(text, (document) => {
    addComponent(document, { name: 'no', type: 'bash-script', parameters: added, position })
    connect(document, { from: 'Log', to: 'no', kind: 'success' })
  })!
}

test.each([undefined, 2, 4, '\t'])('a file of JSON that a program wrote is written so again: %j', (space) => {
  const text = `${JSON.stringify(project, null, space)}\n`
  const edited = addTo(text)
  const said = JSON.parse(edited)
  expect(said.pipeline.components.no.parameters).toEqual({ componentName: 'no', ...added })
  expect(said.pipeline.components.Log.transitions).toEqual({ success: ['no'] })
  expect(edited).toBe(`${JSON.stringify(said, null, space)}\n`)
  expect(addTo(text.replaceAll('\n', '\r\n'))).toBe(edited.replaceAll('\n', '\r\n'))
})

test('a file of JSON that an author laid out stays JSON, and in their lines', () => {
  const text = JSON.stringify(project, null, 2).replace(/\[\s*"Log"\s*\]/, '["Log"]')
  const edited = addTo(text)
  expect(JSON.parse(edited).pipeline.components.no.parameters).toEqual({ componentName: 'no', ...added })
  const gone = text.split('\n').filter((line) => !edited.split('\n').includes(line))
  expect(gone.length).toBeLessThanOrEqual(4)
})
