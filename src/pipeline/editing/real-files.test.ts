import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Document, parse } from 'yaml'
import { pipelineNameOf } from '../names.ts'
import { parsePipelineFile } from '../parse.ts'
import { readPipelineFile } from '../reread.ts'
import { putInComponent, renameComponent } from './components.ts'
import { editComponent, editText } from './edit-text.ts'
import { movedTo } from './places.ts'

interface File {
  readonly name: string
  readonly text: string
}

/** Pipelines of the demo, and every whole pipeline that the documentation shows. */
const files: readonly File[] = [
  ...readdirSync('demo/pipelines', { recursive: true, encoding: 'utf8' })
    .filter((path) => pipelineNameOf(path) !== undefined)
    .map((path) => ({ name: path, text: readFileSync(`demo/pipelines/${path}`, 'utf8') })),
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .flatMap((path) => examplesIn(path, readFileSync(`docs/${path}`, 'utf8'))),
]

function examplesIn(path: string, markdown: string): File[] {
  const blocks = [...markdown.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(([, block]) => block!)
  return blocks.filter(isPipeline).map((text, at) => ({ name: `${path}, example ${at + 1}`, text }))
}

function isPipeline(text: string): boolean {
  return /^pipeline:/m.test(text) && editText(text, () => undefined) !== undefined
}

const componentsOf = ({ text }: File) => [
  ...(parsePipelineFile('any.orch.yaml', text).pipeline?.components.keys() ?? []),
]
const lines = (text: string) => text.split('\n')

test('there are files of all kinds', () => expect(files.length).toBeGreaterThan(60))

test.each(files)('$name: what is opened and not changed keeps every byte', ({ text }) => {
  expect(editText(text, () => undefined)).toBe(text)
  const dos = text.replaceAll('\n', '\r\n')
  expect(editText(dos, () => undefined)).toBe(dos)
})

test.each(files)('$name: an edit changes nothing but what it says', (file) => {
  const { text } = file
  for (const component of componentsOf(file)) {
    const put = editText(text, (document) =>
      putInComponent(document, component, ['parameters', 'added'], 'one'),
    )!
    expect(parse(put)).toEqual(withParameter(parse(text), component))
    const gone = lines(text).filter((line) => !lines(put).includes(line))
    expect(gone.filter((line) => !line.includes('parameters:'))).toEqual([])
    const renamed = editText(text, (document) => renameComponent(document, component, 'Somebody else'))!
    expect(editText(renamed, (document) => renameComponent(document, 'Somebody else', component))).toBe(text)
    const moved = editText(text, (document) => movedTo(document, new Map([[component, { x: 11, y: 12 }]])))!
    expect(parse(moved).pipeline).toEqual(parse(text).pipeline)
  }
})

interface Parsed {
  readonly pipeline: { readonly components: Record<string, { parameters?: object }> }
}

function withParameter(root: Parsed, component: string): Parsed {
  const block = root.pipeline.components[component]!
  block.parameters = { ...block.parameters, added: 'one' }
  return root
}

/** What a form writes: another text, a new parameter, a list, and nothing. */
const written = ['one', 'two\nlines\n', [['a', 'b']], ['c'], undefined] as const

test.each(files)(
  '$name: a component that is edited alone gives the text of an edit of the whole file',
  (file) => {
    const read = readPipelineFile('any.orch.yaml', file.text)
    for (const component of read.pipeline?.components.values() ?? [])
      for (const key of [...Object.keys(component.parameters), 'added'])
        for (const value of written) {
          const put = (document: Document) =>
            putInComponent(document, component.name, ['parameters', key], value)
          expect(editComponent(read, component.name, put)).toBe(editText(file.text, put))
        }
  },
)

test.each(files)('$name: as JSON in several lines, an edit leaves the other lines as they are', (file) => {
  const text = JSON.stringify(parse(file.text), null, 2)
  const component = componentsOf({ ...file, text }).at(-1)!
  const put = editText(text, (document) =>
    putInComponent(document, component, ['parameters', 'added'], 'one'),
  )!
  expect(parse(put)).toEqual(withParameter(parse(text), component))
  const gone = lines(text).filter((line) => !lines(put).includes(line))
  expect(gone.length).toBeLessThanOrEqual(2)
})

test.each(files)('$name: an edit of the file with Windows line ends is the same edit', ({ text }) => {
  const [component] = componentsOf({ name: '', text })
  const put = (document: Document) => putInComponent(document, component!, ['parameters', 'added'], [['a']])
  const dos = editText(text.replaceAll('\n', '\r\n'), put)
  expect(dos?.replaceAll('\r\n', '\n')).toBe(editText(text, put))
})
