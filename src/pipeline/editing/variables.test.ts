import { expect, test } from 'vitest'
import { type Document, parse, parseDocument } from 'yaml'
import { isVariableName } from '../parameters/named-variables.ts'
import { parsePipelineFile } from '../parse.ts'
import { editText } from './edit-text.ts'
import { type NamesVariable, renamedInText, renameUses, usesOf } from './variable-uses.ts'
import {
  addVariable,
  changeVariable,
  removeVariable,
  renameDeclaration,
  type VariableState,
} from './variables.ts'

const file = `type: orchestration
version: "1.0"
pipeline:
  components:
    Count:
      type: query-to-scalar
      parameters:
        componentName: Count
        query: "select \${ total } + \${row.total} + \${'total' + total}" # twice
        scalarVariableMapping:
        - - "total"
          - "total"
      postProcessing:
        updateScalarVariables:
        - [ total, "\${total + 1}" ]
    Script:
      type: python-script
      parameters:
        script: |
          print(total)
    Other:
      type: print-variables
      parameters: { variablesToPrint: [total], prefixText: total }
  variables:
    # of all shops
    total:
      metadata: {type: number, scope: shared, visibility: PUBLIC, description: ""}
      defaultValue: 0
    shops:
      metadata:
        type: "GRID"
        description:   "Where"
        scope: "SHARED"
        visibility: "PRIVATE"
        columns:
          name: { columnType: "TEXT" }   # as on the door
          size: { columnType: "NUMBER" }
      defaultValue:
      - [ "Bern",   "3" ]
      - [ "Rome", "5" ]
`

const schema = {
  properties: {
    scalarVariableMapping: { columns: ['scalar variable', 'column'] },
    variablesToPrint: { names: 'scalar' },
  },
}
const isName: NamesVariable = (_, path) => isVariableName(schema, path)
const declared = (name: string) => parsePipelineFile('a.orch.yaml', file).pipeline!.variables.get(name)!
const edit = (change: (document: Document) => void) => editText(file, change)!

function changed(edited: string) {
  const [before, after] = [file.split('\n'), edited.split('\n')]
  return {
    removed: before.filter((line) => !after.includes(line)).map((line) => line.trim()),
    added: after.filter((line) => !before.includes(line)).map((line) => line.trim()),
  }
}

const shops: VariableState = {
  type: 'GRID',
  scope: 'SHARED',
  visibility: 'PRIVATE',
  description: 'Where',
  columns: [
    { name: 'name', before: 'name' },
    { name: 'size', before: 'size' },
  ],
  defaultValue: [
    ['Bern', '3'],
    ['Rome', '5'],
  ],
}
const total: VariableState = {
  type: 'NUMBER',
  scope: 'SHARED',
  visibility: 'PUBLIC',
  description: '',
  columns: [],
  defaultValue: '0',
}

test('a variable that says the same keeps every byte, and a change changes its line alone', () => {
  expect(edit((document) => changeVariable(document, declared('total'), total))).toBe(file)
  expect(edit((document) => changeVariable(document, declared('shops'), shops))).toBe(file)
  const more = edit((document) =>
    changeVariable(document, declared('total'), { ...total, defaultValue: '7' }),
  )
  expect(changed(more)).toEqual({ removed: ['defaultValue: 0'], added: ['defaultValue: 7'] })
  const cells = { ...shops, defaultValue: [...(shops.defaultValue as string[][]), ['Oslo', '']] }
  const grown = edit((document) => changeVariable(document, declared('shops'), cells))
  expect(changed(grown)).toEqual({ removed: [], added: ['- [ "Oslo", "" ]'] })
})

test('columns are renamed, added and taken away; what the file says of the others stays', () => {
  const columns = [{ name: 'town', before: 'name' }, { name: 'street' }]
  const edited = edit((document) =>
    changeVariable(document, declared('shops'), { ...shops, columns, defaultValue: [] }),
  )
  expect(edited).toContain('town: { columnType: "TEXT" } # as on the door')
  expect(parse(edited).pipeline.variables.shops).toMatchObject({
    metadata: { columns: { town: { columnType: 'TEXT' }, street: { columnType: 'TEXT' } } },
    defaultValue: [],
  })
  const scalar = edit((document) => changeVariable(document, declared('shops'), total))
  expect(parse(scalar).pipeline.variables.shops).toEqual({
    metadata: { type: 'NUMBER', description: '', scope: 'SHARED', visibility: 'PUBLIC' },
    defaultValue: '0',
  })
})

test('a variable is added behind the others and taken away with its comment', () => {
  const added = edit((document) =>
    addVariable(document, 'region', { ...total, type: 'TEXT', defaultValue: 'eu' }),
  )
  expect(changed(added)).toEqual({
    removed: [],
    added: [
      'region:',
      'metadata: { type: "TEXT", description: "", scope: "SHARED", visibility: "PUBLIC" }',
      'defaultValue: "eu"',
    ],
  })
  const grid = edit((document) => addVariable(document, 'more', shops))
  const { name } = parse(file).pipeline.variables.shops.metadata.columns
  expect(parse(grid).pipeline.variables.more).toMatchObject({
    metadata: { columns: { name, size: name } },
    defaultValue: shops.defaultValue,
  })
  const none = edit((document) => {
    removeVariable(document, 'shops')
    removeVariable(document, 'total')
  })
  expect(parse(none).pipeline).not.toHaveProperty('variables')
})

test('a rename follows expressions, names and post-processing, and leaves scripts, texts and members alone', () => {
  const edited = edit((document) => {
    renameDeclaration(document, 'total', 'sum')
    renameUses(document, 'total', 'sum', isName)
  })
  expect(changed(edited).added).toEqual([
    `query: "select \${ sum } + \${row.total} + \${'total' + sum}" # twice`,
    '- - "sum"',
    '- [ sum, "${sum + 1}" ]',
    'parameters: { variablesToPrint: [ sum ], prefixText: total }',
    'sum:',
  ])
  expect(usesOf(parseDocument(file), 'total', isName)).toEqual([
    { component: 'Count', parameter: 'query', isScript: false },
    { component: 'Count', parameter: 'scalarVariableMapping', isScript: false },
    { component: 'Count', parameter: 'postProcessing', isScript: false },
    { component: 'Script', parameter: 'script', isScript: true },
    { component: 'Other', parameter: 'variablesToPrint', isScript: false },
  ])
  expect(usesOf(parseDocument(file), 'shops', isName)).toEqual([])
  expect(renamedInText('${a} ${a + ', 'a', 'b')).toBe('${a} ${a + ')
})

const bare = `pipeline:
  components:
    Check:
      type: if
      parameters:
        mode: Advanced
        condition1: "total > 0 && rows.total != 'total' // total"
      postProcessing:
        updateScalarVariables:
        - [ "total", "Math.max(...[total]) + shops.size.length" ]
        - [ "note", "of \${total}: total" ]
        updateGridVariables:
        - [ "shops", "shops" ]
    Mixed:
      type: if
      parameters: { condition1: "'\${total}' == total", note: "total" }
  variables: {}
`

test('names without braces are uses where a condition or post-processing has an expression', () => {
  const renamed = (from: string, to: string) =>
    parse(editText(bare, (document) => renameUses(document, from, to, isName))!).pipeline.components
  const { Check, Mixed } = renamed('total', 'sum')
  expect(Check.parameters.condition1).toBe("sum > 0 && rows.total != 'total' // total")
  expect(Check.postProcessing.updateScalarVariables).toEqual([
    ['sum', 'Math.max(...[sum]) + shops.size.length'],
    ['note', 'of ${sum}: total'],
  ])
  expect(Mixed.parameters).toEqual({ condition1: "'${sum}' == sum", note: 'total' })
  const { updateScalarVariables, updateGridVariables } = renamed('shops', 'stores').Check.postProcessing
  expect(updateScalarVariables[0][1]).toBe('Math.max(...[total]) + stores.size.length')
  expect(updateGridVariables).toEqual([['stores', 'stores']])
  expect(usesOf(parseDocument(bare), 'total', isName)).toEqual([
    { component: 'Check', parameter: 'condition1', isScript: false },
    { component: 'Check', parameter: 'postProcessing', isScript: false },
    { component: 'Mixed', parameter: 'condition1', isScript: false },
  ])
})

test.each([
  ['the text of a template literal', '${`a: ${a} ${`a ${a}`} \\${a}`}', '${`a: ${b} ${`a ${b}`} \\${a}`}'],
  ['a string', "${a + \"a\" + '\\'a'}", "${b + \"a\" + '\\'a'}"],
  ['a regular expression', "${/a'/.test(a)}", "${/a'/.test(b)}"],
  ['a comment', "${a /* it's a */ + a}", "${b /* it's a */ + b}"],
  ['a member', '${a.a?.a + [...a]}', '${b.a?.a + [...b]}'],
])('a rename leaves %s', (_, text, renamed) => expect(renamedInText(text, 'a', 'b')).toBe(renamed))
