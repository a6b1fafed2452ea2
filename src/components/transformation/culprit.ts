import type { Component } from '../../pipeline/model.ts'
import type { StatementOptions, Warehouse } from '../../warehouses/warehouse.ts'
import { WarehouseError } from '../../warehouses/warehouse-error.ts'
import type { WithClause } from './with-clause.ts'

interface Database {
  readonly clause: WithClause
  readonly warehouse: Warehouse
  readonly options: StatementOptions
}

type Entries = ReturnType<WithClause['before']>

/**
 * The database refuses a whole query and cannot know which component a mistake is in: the first of all that
 * `sources` are made of whose SELECT makes it refuse, and what it says. undefined when it takes them all.
 */
export async function findCulprit(
  database: Database,
  sources: readonly string[],
): Promise<readonly [Component, string] | undefined> {
  const entries = database.clause.before(sources)
  let message = await refusal(database, entries)
  if (message === undefined) return undefined
  // What is refused stays refused with more behind it, so the first can be found by halving.
  let accepted = 0
  let refused = entries.length
  while (refused - accepted > 1) {
    const middle = Math.floor((accepted + refused) / 2)
    const found = await refusal(database, entries.slice(0, middle))
    if (found === undefined) accepted = middle
    else {
      refused = middle
      message = found
    }
  }
  const culprit = entries[refused - 1]
  return culprit && [culprit.component, message]
}

/** What the database says against a query over all of `entries`, which are closed under their sources. */
async function refusal(
  { clause, warehouse, options }: Database,
  entries: Entries,
): Promise<string | undefined> {
  const read = new Set(entries.flatMap(({ component }) => component.sources))
  const ends = entries.filter(({ component }) => !read.has(component.name))
  if (ends.length === 0) return undefined
  const select = ends.map(({ input }) => `select 1 as one from ${input.from}`).join('\nunion all\n')
  const names = ends.map(({ component }) => component.name)
  try {
    await warehouse.describeQuery(clause.unwritten(names, select), options)
    return undefined
  } catch (error) {
    if (error instanceof WarehouseError) return error.message
    throw error
  }
}
