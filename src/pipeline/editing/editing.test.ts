import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Document, parse } from 'yaml'
import { copiedComponents, type Pasted, pasteComponents } from './clipboard.ts'
import { addComponent, freeName, putInComponent, removeComponents, renameComponent } from './components.ts'
import { editText } from './edit-text.ts'
import { putGroup, removeGroup, renameGroup } from './groups.ts'
import { connect, disconnect } from './links.ts'
import { newPipelineText } from './new-pipeline.ts'
import { addNote, changeNote, movedTo, removeNotes } from './places.ts'

const noNames = () => false

/** As several hands have written it: comments, blanks, quotes and lists of all kinds. */
const file = `# Loads orders.  Ask the sales team.
type: "orchestration"
version: "1.0"

pipeline:
  metadata:
    description: "Loads the orders of all shops, and counts\\
      \\ them"
  components:
    Start:   # here
      type: "start"
      transitions: { unconditional: ["Count Orders"] }
      parameters: { componentName: "Start" }


    # Counts what came in
    Count Orders:
      type: query-to-scalar
      transitions:
        success:
        - 'Any Orders?'
        failure: [ "Tell Chat", "Log" ]
      parameters:
        componentName: "Count Orders"
        mode:   "Advanced"
        query: |
          select count(*) as n   -- all of them
            from orders

        scalarVariableMapping:
        - - "order_count"
          - "n"
    Any Orders?:
      type: "if"
      parameters: {componentName: "Any Orders?"}
    "Tell Chat":
      type: "webhook-post"
      parameters:
        componentName: "Tell Chat"
        payload: "{\\"text\\":   \\"none\\"}"
    Log:
      type: "print-variables"
      parameters:
        componentName: "Log"
        prefixText: a very long line that nobody folds, because it is far beyond eighty characters in all, so it stays
design:
  components:
    Start:
      position: { x: -100, "y": 0 }
    Count Orders:
      position:
        "x": "60"
        "y": "0"
  notes:
    "1":
      position: {"x": 0, "y": -200}
      content: "Every night"
`

const edit = (change: (document: Document) => void, text = file): string => editText(text, change)!

/** Lines that an edit took away and those that it put there. */
function changed(text: string, edited: string) {
  const [before, after] = [text.split('\n'), edited.split('\n')]
  let head = 0
  while (head < before.length && before[head] === after[head]) head += 1
  let tail = 0
  while (tail < before.length - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1
  return { removed: before.slice(head, before.length - tail), added: after.slice(head, after.length - tail) }
}

describe('what no edit touches stays as it is written', () => {
  test('a file that is opened and not changed keeps every byte', () => {
    expect(edit(() => {})).toBe(file)
    expect(edit((document) => movedTo(document, new Map([['Start', { x: -100, y: 0 }]])))).toBe(file)
    expect(
      edit((document) => connect(document, { from: 'Start', to: 'Count Orders', kind: 'unconditional' })),
    ).toBe(file)
    const dos = file.replaceAll('\n', '\r\n')
    expect(editText(dos, () => {})).toBe(dos)
  })

  test('a changed parameter changes its line alone', () => {
    const put = (text: string, key: string, value: string) =>
      editText(text, (document) => putInComponent(document, 'Count Orders', ['parameters', key], value))!
    expect(changed(file, put(file, 'mode', 'Basic'))).toEqual({
      removed: ['        mode:   "Advanced"'],
      added: ['        mode: "Basic"'],
    })
    const query = 'select count(*) as n\n  from orders\n'
    expect(changed(file, put(file, 'query', query)).removed.length).toBeLessThan(4)
    expect(parse(put(file, 'query', query)).pipeline.components['Count Orders'].parameters.query).toBe(query)
    const dos = put(file.replaceAll('\n', '\r\n'), 'mode', 'Basic')
    expect(dos).toBe(put(file, 'mode', 'Basic').replaceAll('\n', '\r\n'))
  })

  test('every line keeps its own line end, and a new one has that of most', () => {
    const put = (text: string, value: string) =>
      editText(text, (document) => putInComponent(document, 'Log', ['parameters', 'prefixText'], value))!
    const oneDos = file.replace('version: "1.0"\n', 'version: "1.0"\r\n')
    expect(changed(oneDos, put(oneDos, 'x')).added).toEqual(['        prefixText: x'])
    const oneUnix = file.replaceAll('\n', '\r\n').replace('"1.0"\r\n', '"1.0"\n')
    expect(changed(oneUnix, put(oneUnix, 'x')).added).toEqual(['        prefixText: x\r'])
  })

  test('a row that is removed, added or changed leaves the others their comments and quotes', () => {
    const rows = `pipeline:
  components:
    Map:
      parameters:
        mapping:
        - [ a, "1" ] # of a
        - - b
          - '2' # of b
        - [ c, 3 ]   # of c
`
    const put = (value: readonly (readonly (string | number)[])[]) =>
      editText(rows, (document) => putInComponent(document, 'Map', ['parameters', 'mapping'], value))!
    const [a, b, c] = [
      ['a', '1'],
      ['b', '2'],
      ['c', 3],
    ] as const
    expect(changed(rows, put([b, c]))).toEqual({ removed: ['        - [ a, "1" ] # of a'], added: [] })
    expect(changed(rows, put([a, c])).added).toEqual([])
    expect(changed(rows, put([['new', '0'], a, b, c]))).toEqual({
      removed: [],
      added: ['        - [ "new", "0" ]'],
    })
    expect(changed(rows, put([a, ['b', '4'], c]))).toEqual({
      removed: ["          - '2' # of b"],
      added: ["          - '4' # of b"],
    })
    const many = Array.from({ length: 1_000 }, (_, at) => [`row ${at}`, `${at % 7}`])
    expect(parse(put(many)).pipeline.components.Map.parameters.mapping).toEqual(many)
  })

  test('a moved component changes its place alone', () => {
    const edited = edit((document) => movedTo(document, new Map([['Count Orders', { x: 80.4, y: 0 }]])))
    expect(changed(file, edited)).toEqual({ removed: ['        "x": "60"'], added: ['        "x": "80"'] })
  })

  test.each([
    ['what is no YAML', 'a: ['],
    ['two documents', 'a: 1\n---\nb: 2\n'],
    ['a repeated key', 'a: 1\na: 2\n'],
  ])('%s is not edited', (_, text) => expect(editText(text, () => {})).toBeUndefined())
})

describe('links', () => {
  test('are added and taken away where files have them', () => {
    const edited = edit((document) => connect(document, { from: 'Any Orders?', to: 'Log', kind: 'true' }))
    expect(parse(edited).pipeline.components['Any Orders?']).toEqual({
      type: 'if',
      transitions: { true: ['Log'] },
      parameters: { componentName: 'Any Orders?' },
    })
    const back = edit(
      (document) => disconnect(document, { from: 'Any Orders?', to: 'Log', kind: 'true' }),
      edited,
    )
    expect(parse(back)).toEqual(parse(file))
  })

  test('one of several in brackets changes its line alone', () => {
    const edited = edit((document) =>
      disconnect(document, { from: 'Count Orders', to: 'Log', kind: 'failure' }),
    )
    expect(changed(file, edited)).toEqual({
      removed: ['        failure: [ "Tell Chat", "Log" ]'],
      added: ['        failure: ["Tell Chat"]'],
    })
  })
})

describe('components', () => {
  test('a removed one is gone from every link and from the drawing', () => {
    const { pipeline, design } = parse(
      edit((document) => removeComponents(document, new Set(['Count Orders', 'Log']))),
    )
    expect(Object.keys(pipeline.components)).toEqual(['Start', 'Any Orders?', 'Tell Chat'])
    expect(pipeline.components.Start.transitions).toBeUndefined()
    expect(Object.keys(design.components)).toEqual(['Start'])
  })

  test('a renamed one is renamed wherever it is named', () => {
    const edited = edit((document) => renameComponent(document, 'Count Orders', 'Count: all'))
    expect(edited).not.toContain('Count Orders')
    expect(parse(edited).pipeline.components.Start.transitions).toEqual({ unconditional: ['Count: all'] })
    expect(edited).toContain('# Counts what came in\n')
    expect(edited).toContain('-- all of them')
    const back = edit((document) => renameComponent(document, 'Count: all', 'Count Orders'), edited)
    expect(parse(back)).toEqual(parse(file))
  })

  test('a renamed source is renamed in what the transformation says of it', () => {
    const text = `pipeline:
  components:
    Orders: { type: "table-input" }
    Both:
      type: "join"
      sources: ["Orders", "Lines"]
      parameters:
        mainTable: "Orders"
        joins: [["Orders", "o", "Inner"]]
        note: "Orders"
    Query:
      type: "sql"
      sources: ["Orders"]
      parameters: { sql: "select 'Orders' from $T{Orders}, $T{ Orders } as o, $T{My Orders}" }
    Rest: { type: "except", sources: ["Orders", "Lines"], parameters: { primaryTable: "Orders" } }
`
    const { Both, Query, Rest } = parse(edit((document) => renameComponent(document, 'Orders', 'All'), text))
      .pipeline.components
    expect(Both).toMatchObject({ sources: ['All', 'Lines'] })
    expect(Both.parameters).toEqual({ mainTable: 'All', joins: [['All', 'o', 'Inner']], note: 'Orders' })
    expect(Query).toEqual({
      type: 'sql',
      sources: ['All'],
      parameters: { sql: "select 'Orders' from $T{All}, $T{All} as o, $T{My Orders}" },
    })
    expect(Rest.parameters).toEqual({ primaryTable: 'All' })
    const folded = text.replaceAll('Orders', 'Or ders').replace('$T{ Or ders }', '$T{Or\\n  ders}')
    const whole = edit((document) => renameComponent(document, 'Or ders', 'All'), folded)
    expect(whole).toContain('from $T{All}, $T{All} as o')
  })

  test('a new one has its parameters and its place', () => {
    const text = newPipelineText('orchestration')
    const name = freeName(new Set(['Start', 'Print', 'Print 2']), 'Print')
    expect(name).toBe('Print 3')
    const edited = edit((document) => {
      addComponent(document, { name, type: 'print-variables', parameters: {}, position: { x: 200, y: 0 } })
      connect(document, { from: 'Start', to: name, kind: 'unconditional' })
    }, text)
    expect(parse(edited).pipeline.components[name]).toEqual({
      type: 'print-variables',
      parameters: { componentName: name },
    })
    expect(parse(edited).design.components[name]).toEqual({ position: { x: 200, y: 0 } })
    const first = edit(
      (document) => addComponent(document, { name: 'Rows', type: 'fixed-flow', parameters: {} }),
      newPipelineText('transformation'),
    )
    expect(first).toContain('  components:\n    Rows:\n      type: "fixed-flow"\n')
  })
})

test('what is copied is pasted under new names, linked among itself only', () => {
  let copied = ''
  edit((document) => {
    copied = copiedComponents(document, new Set(['Count Orders', 'Log']), noNames)
  })
  expect(parse(copied).pipeline.components['Count Orders'].transitions).toEqual({ failure: ['Log'] })
  let pasted: Pasted | undefined
  const edited = edit((document) => {
    pasted = pasteComponents(document, copied, { x: 500, y: 300 })
  })
  expect(pasted).toEqual({ components: ['Count Orders 2', 'Log 2'], variables: [] })
  const { pipeline, design } = parse(edited)
  expect(pipeline.components['Count Orders 2']).toMatchObject({
    transitions: { failure: ['Log 2'] },
    parameters: { componentName: 'Count Orders 2' },
  })
  expect(design.components['Count Orders 2'].position).toEqual({ x: 500, y: 300 })
  expect(parse(edited).pipeline.components.Start).toEqual(parse(file).pipeline.components.Start)
  expect(edit((document) => pasteComponents(document, 'a shopping list', { x: 0, y: 0 }))).toBe(file)
})

test('notes are added, changed and removed', () => {
  let key = ''
  const added = edit((document) => {
    key = addNote(document, { position: { x: 5, y: 6 }, text: 'one\ntwo', size: { width: 200, height: 90 } })
  })
  expect(parse(added).design.notes[key]).toEqual({
    position: { x: 5, y: 6 },
    size: { height: 90, width: 200 },
    content: 'one\ntwo',
  })
  const edited = edit((document) => changeNote(document, '1', { text: 'Every morning' }), added)
  expect(changed(added, edited).added).toEqual(['      content: "Every morning"'])
  expect(parse(edit((document) => removeNotes(document, new Set([key])), added))).toEqual(parse(file))
})

test('of a list of notes those are removed that were chosen, in whatever order', () => {
  const listed =
    'pipeline: {}\ndesign:\n  notes:\n    - content: a\n    - content: b\n    - content: c\n    - content: d\n'
  const edited = edit((document) => removeNotes(document, new Set(['2', '0'])), listed)
  expect(parse(edited).design.notes).toEqual([{ content: 'b' }, { content: 'd' }])
})

test.each([
  ['in lines', '    - content: a\n    - content: b\n', [{ content: 'a' }, { content: 'b' }]],
  ['in brackets', '    [{ content: a }]\n', [{ content: 'a' }]],
  ['that is empty', '    []\n', []],
])('a note is added to a list of notes %s', (_, list, before) => {
  let key = ''
  const edited = edit((document) => {
    key = addNote(document, { position: { x: 5, y: 6 }, text: 'new' })
  }, `pipeline: {}\ndesign:\n  notes:\n${list}`)
  expect(parse(edited).design.notes).toEqual([...before, { position: { x: 5, y: 6 }, content: 'new' }])
  expect(key).toBe(String(before.length))
})

test('a component is in one group at most, and groups follow what is renamed, removed, copied and pasted', () => {
  const grouped = edit((document) => putGroup(document, 'Count', new Set(['Count Orders', 'Any Orders?'])))
  expect(changed(file, grouped)).toEqual({
    removed: [],
    added: ['  groups:', '    Count:', '      components: ["Count Orders", "Any Orders?"]'],
  })
  const groupsAfter = (change: (document: Document) => void) => parse(edit(change, grouped)).design.groups
  expect(groupsAfter((document) => putGroup(document, 'Tell', new Set(['Any Orders?', 'Log'])))).toEqual({
    Count: { components: ['Count Orders'] },
    Tell: { components: ['Any Orders?', 'Log'] },
  })
  expect(groupsAfter((document) => putGroup(document, 'Count', new Set(['Count Orders', 'Log'])))).toEqual({
    Count: { components: ['Count Orders', 'Log'] },
  })
  expect(groupsAfter((document) => renameComponent(document, 'Any Orders?', 'Any'))).toEqual({
    Count: { components: ['Count Orders', 'Any'] },
  })
  expect(groupsAfter((document) => removeComponents(document, new Set(['Any Orders?'])))).toEqual({
    Count: { components: ['Count Orders'] },
  })
  const both = new Set(['Count Orders', 'Any Orders?'])
  expect(groupsAfter((document) => removeComponents(document, both))).toBeUndefined()
  expect(groupsAfter((document) => renameGroup(document, 'Count', 'Orders'))).toHaveProperty('Orders')
  expect(edit((document) => removeGroup(document, 'Count'), grouped)).toBe(file)
  expect(
    groupsAfter((document) => {
      pasteComponents(document, copiedComponents(document, both, noNames), { x: 0, y: 0 })
      pasteComponents(document, copiedComponents(document, new Set(['Any Orders?']), noNames), { x: 0, y: 0 })
    }),
  ).toEqual({
    Count: { components: ['Count Orders', 'Any Orders?'] },
    'Count 2': { components: ['Count Orders 2', 'Any Orders? 2'] },
  })
})

test('what an alias elsewhere refers to is not removed, and nothing is thrown', () => {
  const shared = `type: orchestration
pipeline:
  components:
    A: &a
      type: start
    B: *a
`
  expect(editText(shared, (document) => removeComponents(document, new Set(['A'])))).toBeUndefined()
  const without = editText(shared, (document) => removeComponents(document, new Set(['B'])))
  expect(parse(without!).pipeline.components).toEqual({ A: { type: 'start' } })
})

test('whatever is edited, the text says what the document says and all other lines stay', () => {
  const names = ['Start', 'Count Orders', 'Any Orders?', 'Tell Chat', 'Log'] as const
  const texts = fc.string({ unit: 'grapheme', maxLength: 30 })
  const edits = fc.record({
    name: fc.constantFrom(...names),
    key: fc.constantFrom('mode', 'new one'),
    value: texts,
  })
  fc.assert(
    fc.property(edits, ({ name, key, value }) => {
      const edited = edit((document) => putInComponent(document, name, ['parameters', key], value))
      const expected = parse(file)
      expected.pipeline.components[name].parameters[key] = value
      expect(parse(edited)).toEqual(expected)
      const { removed } = changed(file, edited)
      expect(removed.length).toBeLessThanOrEqual(2)
    }),
    { numRuns: 200 },
  )
})
