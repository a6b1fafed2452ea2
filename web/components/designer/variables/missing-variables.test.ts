import { expect, test } from 'vitest'
import { faultsOf } from '../model/check.ts'
import { readDrawing } from '../model/drawing.ts'
import { faultsOfRows, filledOf, missingRows } from './missing-variables.ts'

const text = `type: orchestration
version: "1.0"
pipeline:
  components:
    Load: {type: sql-executor, parameters: {sqlScript: "select '\${file}' from \${table}"}}
    Count:
      type: query-to-scalar
      parameters: {mode: Advanced, query: select 1 as n, scalarVariableMapping: [[n, n], [table, t]]}
    Rows:
      type: query-to-grid
      parameters: {mode: Advanced, query: select 1, gridVariable: found, gridVariableMapping: [[a, first], [b, second]]}
  variables:
    table: {metadata: {type: TEXT, scope: SHARED, visibility: PUBLIC, description: ""}, defaultValue: ""}
`
/** What names variables, as the catalogue of the server says. */
const named = {
  parameterFaults: () => [],
  unknownParameters: () => [],
  links: () => undefined,
  kind: () => 'orchestration',
  namedVariables: ({ type }: { type: string }) =>
    type === 'query-to-scalar'
      ? [{ name: 'n', kind: 'scalar', path: ['scalarVariableMapping', 0, 0] }]
      : type === 'query-to-grid'
        ? [{ name: 'found', kind: 'grid', path: ['gridVariable'] }]
        : [],
} as unknown as Parameters<typeof faultsOf>[1]

test('what is used and not declared is missing, as what its uses say', () => {
  const { drawing, file } = readDrawing('A.orch.yaml', text)
  const faults = faultsOf(file, named, { projectVariables: new Map() } as Parameters<typeof faultsOf>[2])
  expect([...missingRows(faults, drawing?.pipeline)].toSorted()).toEqual([
    ['file', 'TEXT', 'COPIED', 'PUBLIC', ''],
    ['found', 'GRID', 'SHARED', 'PRIVATE', 'first, second'],
    ['n', 'TEXT', 'SHARED', 'PRIVATE', ''],
  ])
})

test('cells are read in any case, and an empty one means the first choice', () => {
  expect(filledOf(['n', 'Number', 'shared', 'Private', ' 7 ']).filled).toMatchObject({
    name: 'n',
    type: 'NUMBER',
    scope: 'SHARED',
    visibility: 'PRIVATE',
    value: '7',
  })
  expect(filledOf(['g', 'grid', '', '', 'a,b'])).toMatchObject({
    isProject: false,
    filled: { type: 'GRID', scope: 'COPIED', columns: [{ name: 'a' }, { name: 'b' }] },
  })
  expect(filledOf(['p', '', 'Project']).isProject).toBe(true)
})

test('each row says what is wrong with it', () => {
  const rows = [
    ['taken'],
    ['a b'],
    ['n', 'NUMBER', '', '', 'x'],
    ['g', 'GRID', '', '', 'a,a'],
    [''],
    ['n'],
    ['w', 'INTEGER', 'GLOBAL', 'OPEN'],
  ]
  expect(faultsOfRows(rows, new Set(['taken']))).toEqual([
    'Row 1, taken: Another variable has this name',
    expect.stringContaining('Row 2, a b: The variable name "a b" may contain only letters'),
    'Row 3, n: "n" is a NUMBER and cannot become "x"',
    'Row 4, g: Two columns have the same name',
    'Row 6, n: Another variable has this name',
    'Row 7, w: The type must be one of TEXT, NUMBER, GRID',
    'Row 7, w: The scope must be one of COPIED, SHARED, PROJECT',
    'Row 7, w: The visibility must be one of PUBLIC, PRIVATE',
  ])
})
