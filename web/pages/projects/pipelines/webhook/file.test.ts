import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { withParameters } from './file.ts'

const file = `# recipients
type: "orchestration"
pipeline:
  components:
    Start:
      type: "start"
      transitions:
        unconditional: ["Tell"]
    Again:
      type: "retry"
      iterationTarget: "Tell"
    Tell:
      type: "webhook-post"
      parameters:
        componentName: "Tell"
        url: "https://far.test/hook" # theirs
        payload: |
          { "text": "done" }
        timeout: "60"
        escapeJson: "Yes"
design:
  components:
    Tell:
      position:
        x: 1
        y: 2
`

const parameters = {
  componentName: 'Tell',
  url: 'https://far.test/hook',
  payload: '{ "text": "{{what}}" }\n',
  payloadVariables: [['what', '1']],
  escapeJson: 'Yes',
}

test('a component is written into its file, and comments, order and all else stay', () => {
  const changed = withParameters(file, 'Tell', parameters)!
  expect(changed.file.split('\n').slice(0, 15)).toEqual(file.split('\n').slice(0, 15))
  expect(changed.file).toContain('# theirs')
  expect(changed.file).toContain('"Yes"')
  expect(changed.file).not.toContain('timeout')
  expect(parse(changed.file)).toEqual({
    ...parse(file),
    pipeline: {
      components: {
        ...parse(file).pipeline.components,
        Tell: { type: 'webhook-post', parameters },
      },
    },
  })
})

test('numbers of other components keep their texts', () => {
  const text = file.replace(
    'iterationTarget: "Tell"',
    'iterationTarget: Tell\n      parameters: { code: 007 }',
  )
  expect(withParameters(text, 'Tell', parameters)!.file).toContain('code: 007')
})

test('the component alone can be put into a file', () => {
  const { component } = withParameters(file, 'Tell', parameters)!
  expect(component.startsWith('Tell:\n  type: "webhook-post"\n')).toBe(true)
  expect(component).toContain('payload: |\n')
  expect(parse(component)).toEqual({ Tell: { type: 'webhook-post', parameters } })
})

test('another name renames the component, its links and its place in the drawing', () => {
  const { pipeline, design } = parse(
    withParameters(file, 'Tell', { ...parameters, componentName: 'Tell Chat' })!.file,
  )
  expect(Object.keys(pipeline.components)).toEqual(['Start', 'Again', 'Tell Chat'])
  expect(pipeline.components.Start.transitions.unconditional).toEqual(['Tell Chat'])
  expect(pipeline.components.Again.iterationTarget).toBe('Tell Chat')
  expect(design.components).toEqual({ 'Tell Chat': { position: { x: 1, y: 2 } } })
})

test('what is not changed stays as it is written', () => {
  const text = file.replace('["Tell"]', '[ "Tell"   ] # far away')
  const changed = withParameters(text, 'Tell', { ...parameters, timeout: '60' })!.file
  const gone = text.split('\n').filter((line) => !changed.split('\n').includes(line))
  expect(gone).toEqual(['          { "text": "done" }'])
})

test('a file in JSON stays JSON, with a line for each value where it had that', () => {
  const json = JSON.stringify({ pipeline: { components: { Tell: { type: 'webhook-post' } } } }, null, 2)
  const changed = withParameters(json, 'Tell', parameters)!
  const written = { pipeline: { components: { Tell: { type: 'webhook-post', parameters } } } }
  expect(changed.file).toBe(JSON.stringify(written, null, 2))
  expect(changed.component).toContain('\n  type: "webhook-post"\n')
})

test('a file that cannot be read, or has no such component, is left alone', () => {
  expect(withParameters('a: [', 'Tell', parameters)).toBeUndefined()
  expect(withParameters(file, 'Nobody', parameters)).toBeUndefined()
  expect(withParameters('', 'Tell', parameters)).toBeUndefined()
})
