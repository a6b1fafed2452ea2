import { flowNameOfTest, pipelineReference, testNameOf } from '../names.ts'
import { isList, isMapping } from '../parse-shapes.ts'
import type { ExactValue } from '../parse-yaml.ts'
import type { Block } from './block.ts'
import type { Expected, ExpectedRows, ExpectedStep, Named, TestCell, TestRow } from './model.ts'

/** Rows that one expectation may state. */
export const MAX_EXPECTED_ROWS = 1_000

/** What the block `expect` says; without one, that the run succeeds. */
export function expectedOf(block: Block): Expected {
  block.allow('status', 'message', 'tables', 'queries', 'variables', 'steps', 'webhooks')
  const message = block.text('message')
  const named = <T>(key: string, what: string, read: (entry: Block, name: string) => T) =>
    block
      .block(key, `${key} of expect`)
      .blocks((name) => `${what} ${name}`)
      .map(({ name, block: entry }) => ({ ...read(entry, name), name, line: entry.line }))
  return {
    status: {
      value: block.oneOf('status', ['SUCCESS', 'FAILED'] as const) ?? 'SUCCESS',
      line: block.lineOf('status'),
    },
    message: message === undefined ? undefined : { value: message, line: block.lineOf('message') },
    tables: named('tables', 'The expected table', expectedTable),
    queries: block.blocksOf('queries', 'An expected query').map(expectedQuery),
    variables: expectedVariables(block.block('variables', 'variables of expect')),
    steps: named('steps', 'The expected step', expectedStep),
    webhooks: named('webhooks', 'The expected webhook', expectedRequests),
  }
}

const rowKeys = ['columns', 'rows', 'count', 'ordered']

function expectedTable(block: Block) {
  block.allow('exists', ...rowKeys)
  const exists = block.yes('exists', true)
  const rows = expectedRows(block)
  if (!exists && (rows.rows ?? rows.count) !== undefined)
    block.fault('exists', 'A table that must not exist cannot have rows', 'Remove rows and count')
  return { ...rows, exists }
}

function expectedQuery(block: Block): Named<ExpectedRows> {
  block.allow('sql', ...rowKeys)
  const name = block.text('sql') ?? ''
  const rows = expectedRows(block)
  if (name.trim() === '') block.fault(undefined, 'An expected query has no sql')
  if ((rows.rows ?? rows.count) === undefined)
    block.fault(undefined, 'An expected query needs rows or a count')
  return { ...rows, name, line: block.line }
}

function expectedRows(block: Block): ExpectedRows {
  const columns = block.texts('columns')
  const rows = block.exactRows('rows')
  const width = columns?.length ?? rows?.[0]?.length
  const odd = rows?.findIndex((row) => row.length !== width) ?? -1
  if (odd >= 0)
    block.fault('rows', `Row ${odd + 1} has ${rows![odd]!.length} cells, and others have ${width}`)
  if (rows !== undefined && rows.length > MAX_EXPECTED_ROWS)
    block.fault('rows', `${rows.length} rows are expected; at most ${MAX_EXPECTED_ROWS} are allowed`)
  return { columns, rows, count: block.integer('count', 0, 1e12), isOrdered: block.yes('ordered', false) }
}

function expectedVariables(block: Block): Expected['variables'] {
  return block.names().map((name) => {
    const line = block.lineOf(name)
    const value: TestCell | readonly TestRow[] = isList(block.value(name))
      ? (block.exactRows(name) ?? [])
      : ((block.exact(name) as TestCell) ?? '')
    if (isMapping(block.value(name)))
      block.fault(name, `The expected value of ${name} is neither a single value nor a list of rows`)
    return { name, value, line }
  })
}

function expectedStep(block: Block): ExpectedStep {
  block.allow('pipeline', 'status', 'message', 'rowCount', 'gates', 'runs')
  const gates = block.block('gates', 'gates of the expected step')
  return {
    pipeline: pipelineOf(block.text('pipeline')),
    status: block.oneOf('status', ['SUCCESS', 'FAILED', 'SKIPPED', 'CANCELLED'] as const),
    message: block.text('message'),
    rowCount: block.integer('rowCount', 0, 1e15),
    gates: gates.names().map((name) => ({
      name,
      result: gates.oneOf(name, ['PASSED', 'FAILED'] as const) ?? 'PASSED',
    })),
    runs: block.integer('runs', 0, 1_000_000),
  }
}

/** A pipeline of the project, or the flow of the test, with or without its ending. */
function pipelineOf(reference: string | undefined): string | undefined {
  if (reference === undefined) return undefined
  return testNameOf(reference) === undefined ? pipelineReference(reference) : flowNameOfTest(reference)
}

function expectedRequests(block: Block) {
  block.allow('count', 'bodies')
  return {
    count: block.integer('count', 0, 1_000_000),
    bodies: block.list('bodies') && (block.exact('bodies') as readonly ExactValue[]),
  }
}
