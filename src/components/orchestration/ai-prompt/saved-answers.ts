import type { JsonColumn, StatementOptions, TableName, Warehouse } from '../../../warehouses/warehouse.ts'
import { makeTable } from '../../common/done-loads.ts'

const KEPT_DAYS = 7

/**
 * Answers that are paid for and not yet in their table: a step that runs again, after its runner was lost or
 * in a retry, asks only about the rows that have none.
 */
export interface SavedAnswers {
  /** Makes the table where there is none. */
  open(): Promise<void>
  /** The answers to these rows by their keys. */
  find(keys: readonly string[]): Promise<ReadonlyMap<string, string>>
  save(answers: readonly SavedAnswer[]): Promise<void>
  /** Forgets those of this step and old ones of others. */
  forget(): Promise<void>
}

export interface SavedAnswer {
  readonly key: string
  /** The row of the table of answers, as JSON. */
  readonly element: string
}

/** `step`: the same for the same step in every session, and in every attempt of a retry. */
export function createSavedAnswers(
  warehouse: Warehouse,
  options: StatementOptions,
  place: Pick<TableName, 'database' | 'schema'>,
  step: string,
): SavedAnswers {
  const table: TableName = { ...place, table: 'headrace_answers' }
  const quoted = warehouse.quoteTable(table)
  const ofStep = `step_key = ${warehouse.quoteText(step)}`
  let isNew = true

  async function open(): Promise<void> {
    const moment = warehouse.typeSql({ type: 'TIMESTAMP' })
    const columns = `step_key ${varchar}, row_key ${varchar}, answer ${varchar}, answered_at ${moment}`
    await makeTable(warehouse, table, columns, options)
    const { batches } = await warehouse.query(`select count(*) from ${quoted} where ${ofStep}`, options)
    for await (const rows of batches) for (const [count] of rows) isNew = count === '0'
  }

  async function find(keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>()
    if (isNew || keys.length === 0) return found
    const wanted = keys.map(warehouse.quoteText).join(', ')
    const sql = `select row_key, answer from ${quoted} where ${ofStep} and row_key in (${wanted})`
    const { batches } = await warehouse.query(sql, options)
    for await (const rows of batches)
      for (const [key, answer] of rows) if (key !== null && answer !== null) found.set(key!, answer!)
    return found
  }

  const varchar = warehouse.typeSql({ type: 'VARCHAR' })
  const columns: readonly JsonColumn[] = [
    { name: 'step_key', member: 'step', type: varchar, json: false },
    { name: 'row_key', member: 'key', type: varchar, json: false },
    { name: 'answer', member: 'element', type: varchar, json: false },
    { name: 'answered_at', member: 'at', type: warehouse.typeSql({ type: 'TIMESTAMP' }), json: false },
  ]

  async function save(answers: readonly SavedAnswer[]): Promise<void> {
    const at = new Date().toISOString().replace('Z', '')
    const rows = answers.map((one) => ({ ...one, step, at }))
    await warehouse.execute(warehouse.insertJsonSql(table, columns, JSON.stringify(rows)), options)
  }

  /** Another step may forget the same ones at this moment; one of the two is enough. */
  async function forget(): Promise<void> {
    const old = `answered_at < ${warehouse.parts.daysAgo(KEPT_DAYS)}`
    await warehouse.execute(`delete from ${quoted} where ${ofStep} or ${old}`, options).catch(() => undefined)
  }

  return { open, find, save, forget }
}
