import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { componentLists } from '../../scripts/write-component-lists.ts'
import type { Parameters } from '../pipeline/model.ts'
import { componentCatalog, findDeclaration } from './catalog.ts'
import { componentCatalogue } from './component-catalogue.ts'
import { orchestrationDeclarations, transformationDeclarations } from './declarations.generated.ts'
import { elsewhereComponents } from './elsewhere/components.ts'
import { findRun } from './registry.ts'
import { findCompiler } from './transformation/compilers.ts'

const step = {
  name: 'Step',
  transitions: {},
  sources: [],
  iterationTarget: undefined,
  postProcessing: undefined,
  skipped: false,
  line: 1,
}

const faultsOf = (type: string, parameters: Parameters) =>
  componentCatalog
    .parameterFaults({ ...step, type, parameters: { componentName: 'Step', ...parameters } }, {})
    ?.map(({ message }) => message)

/** The runner and the flow carry these out themselves. */
const withoutRun = ['if', 'retry', 'run-orchestration', 'run-shared-pipeline', 'run-transformation']

const folders = (kind: string): string[] =>
  readdirSync(join(import.meta.dirname, kind), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'testing')
    .map(({ name }) => name)

test('a parameter that a component does not have is named, with the one that was meant', () => {
  const unknown = (type: string, parameters: Parameters) =>
    componentCatalog.unknownParameters?.({ ...step, type, parameters })
  const rank = { includeInputColumn: 'No', functions: [], warehouse: '[Environment Default]', colour: 'red' }
  expect(unknown('rank', rank)).toEqual([
    { key: 'includeInputColumn', similar: 'includeInputColumns' },
    { key: 'colour', similar: undefined },
  ])
  expect(unknown('rewrite-table', { targetTabel: 'x' })).toEqual([
    { key: 'targetTabel', similar: 'targetTable' },
  ])
  expect(unknown('data-transfer-object', { sourceUrl3: 'x', targetUrl2: 'y' })).toEqual([])
  expect(unknown('teleport', { any: 'thing' })).toEqual([])
})

test('a parameter of other platforms that does nothing here says what to do instead', () => {
  const parameters = { sqlScript: 'select $name', declareSqlVariables: 'Include all' }
  expect(componentCatalog.unknownParameters?.({ ...step, type: 'sql-executor', parameters })).toEqual([
    {
      key: 'declareSqlVariables',
      similar: undefined,
      advice: 'Variables are not declared in the database: write ${name} in the script',
    },
  ])
})

test('the lists of components are those of the folders; npm run generate makes them so', async () => {
  for (const [file, text] of await componentLists()) {
    expect(await readFile(join(import.meta.dirname, file), 'utf8')).toBe(text)
  }
})

test.each([
  ['orchestration', orchestrationDeclarations],
  ['transformation', transformationDeclarations],
])('every folder of %s is a component with a page of documentation', (kind, declarations) => {
  expect(folders(kind).length).toBeGreaterThan(20)
  expect(declarations).toHaveLength(folders(kind).length)
  const types = declarations.flatMap((one) => one.types)
  expect(folders(kind).filter((folder) => !types.includes(folder))).toEqual([])
  const pages = folders(kind).map((folder) => join(import.meta.dirname, kind, folder, 'documentation.md'))
  expect(pages.filter((page) => !existsSync(page))).toEqual([])
})

test('every component can run or be compiled but those that the flow carries out', () => {
  const types = orchestrationDeclarations.flatMap((one) => one.types)
  expect(types.filter((type) => findRun(type) === undefined).toSorted()).toEqual(withoutRun)
  const compiled = transformationDeclarations.flatMap((one) => one.types)
  expect(compiled.filter((type) => findCompiler(type) === undefined)).toEqual([])
})

test('older spellings find the same component', () => {
  expect(findDeclaration('sql-script')).toBe(findDeclaration('sql-executor'))
  expect(findRun('create-table')).toBe(findRun('create-table-v2'))
})

test('no two components share a type', () => {
  const types = [...orchestrationDeclarations, ...transformationDeclarations].flatMap((one) => one.types)
  expect(new Set(types).size).toBe(types.length)
})

test('an unknown type has no faults to tell and no links to state', () => {
  expect(faultsOf('unheard-of', {})).toBeUndefined()
  expect(componentCatalog.links('unheard-of')).toBeUndefined()
})

test('a webhook has exactly one incoming link and any number of outgoing ones', () => {
  expect(componentCatalog.links('webhook-post')).toEqual({ incoming: 'one', outgoing: 'many' })
  expect(componentCatalog.links('start')).toEqual({ incoming: 'none', outgoing: 'many' })
})

test('every violation of the parameters is listed, with its display name and the key of the file', () => {
  expect(faultsOf('print-variables', { includeVariableName: 'Maybe', prefixText: ['a'] })).toEqual([
    'Include Variable Name ("includeVariableName") is "Maybe"; it must be one of: Yes, No',
    'Prefix Text ("prefixText") must be text',
    'Variables to Print ("variablesToPrint") is missing',
  ])
})

test('values may be quoted or not, empty, from a grid or still an expression', () => {
  const fromGrid = { fromGrid: { variable: 'g', columns: ['a'] } }
  expect(faultsOf('retry', { numberOfRetries: 3, retryDelay: 'short DELAY' })).toEqual([])
  expect(faultsOf('retry', { numberOfRetries: '${n}', retryDelay: '${d}' })).toEqual([])
  expect(faultsOf('delete-tables', { targetTable: fromGrid, ignoreMissing: true, schema: null })).toEqual([])
  expect(faultsOf('print-variables', { variablesToPrint: ['a', 'b'] })).toEqual([])
  expect(faultsOf('retry', { numberOfRetries: '-1' })).toHaveLength(1)
})

test('a key of another platform is no fault', () => {
  expect(faultsOf('truncate-table', { targetTable: 't', warehouse: '[Environment Default]' })).toEqual([])
})

test('what the schema cannot say is said too', () => {
  expect(faultsOf('query-to-scalar', { mode: 'Advanced', scalarVariableMapping: [] })).toEqual([
    'SQL Query ("query") is missing',
  ])
  expect(
    faultsOf('query-to-grid', { mode: 'Basic', gridVariable: 'g', gridVariableMapping: [], limit: 'x' }),
  ).toHaveLength(2)
  expect(faultsOf('create-table', { columns: [['a', 'VARCHAR']] })).toEqual([
    'Table Name ("table") is missing',
  ])
  expect(faultsOf('if', { mode: 'Advanced' })).toHaveLength(1)
  expect(faultsOf('if', { condition: [['a', 'Maybe', 'Equal to', '1'], ['b']] })).toHaveLength(2)
  expect(faultsOf('python-script', { script: '', interpreter: 'Jython', timeout: '0' })).toHaveLength(2)
  expect(faultsOf('bash-script', { script: 'x', timeout: 'soon' })).toHaveLength(1)
})

test('what other platforms have and this one does not comes with what to use instead', () => {
  const advice = (type: string) => componentCatalog.replacementOf?.(type)
  const elsewhere = elsewhereComponents.flatMap(({ declaration }) => declaration.types)
  const types = [
    ...elsewhere,
    'hubspot-query',
    'cortex-classify',
    'vertex-ai-prompt',
    'create-external-table',
  ]
  expect(types.filter((type) => advice(type) === undefined)).toEqual([])
  expect(advice('teleport')).toBeUndefined()
  const known = [...orchestrationDeclarations, ...transformationDeclarations].flatMap((one) => one.types)
  expect(known.filter((type) => advice(type) !== undefined)).toEqual([])
  const named = types.flatMap((type) =>
    [...(advice(type) ?? '').matchAll(/"([a-z-]+)"/g)].map(([, name]) => name!),
  )
  expect(named.filter((name) => !known.includes(name))).toEqual([])
})

test('a component that only other platforms run is checked like others, and nothing offers or runs it', () => {
  const types = elsewhereComponents.flatMap(({ declaration }) => declaration.types)
  expect(types.filter((type) => findRun(type) ?? findCompiler(type))).toEqual([])
  expect(types.filter((type) => !componentCatalog.runsElsewhere?.(type))).toEqual([])
  expect(componentCatalog.runsElsewhere?.('python-script')).toBe(false)
  const offered = componentCatalogue().flatMap(({ type, otherTypes }) => [type, ...otherTypes])
  expect(types.filter((type) => offered.includes(type))).toEqual([])
  expect(componentCatalog.kind?.('cortex-sentiment')).toBe('transformation')
  expect(componentCatalog.kind?.('python-pushdown')).toBe('orchestration')
  expect(faultsOf('cortex-completions', { inputs: 'COMMENT', includeInputColumns: 'Perhaps' })).toHaveLength(
    3,
  )
  expect(
    componentCatalog.unknownParameters?.({
      type: 'python-pushdown',
      parameters: { pythonScrpt: '' },
    } as never),
  ).toEqual([{ key: 'pythonScrpt', similar: 'pythonScript' }])
})
