import type { KyselyPlugin } from 'kysely'
import type { Db } from '../../src/db/database.ts'

/** What PostgreSQL plans for the statement that `run` executes. */
export async function planIn(db: Db, run: (db: Db) => Promise<unknown>): Promise<string> {
  let plan = ''
  const explaining: KyselyPlugin = {
    transformQuery: ({ node }) =>
      node.kind === 'RawNode'
        ? {
            ...node,
            sqlFragments: [`explain (costs off) ${node.sqlFragments[0]}`, ...node.sqlFragments.slice(1)],
          }
        : node,
    transformResult: async ({ result }) => {
      plan = result.rows.map((row) => row['QUERY PLAN']).join('\n')
      return { ...result, rows: [{}] }
    },
  }
  await run(db.withPlugin(explaining))
  return plan
}
