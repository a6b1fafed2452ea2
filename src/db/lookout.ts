import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Log } from '../lib/log.ts'
import { createPasses, type Due, type WakeableService } from '../lib/service.ts'
import type { Db } from './database.ts'

/** How late a pass may be woken of which no notification tells. */
const LOOK_MS = 1_000

/** A parameter of a question. The statement is made once, and this is asked at each look. */
export interface CurrentValue<T> {
  readonly toPostgres: () => T
}

export const currentValue = <T>(read: () => T): CurrentValue<T> => ({ toPostgres: read })

/**
 * A pass is due when this holds. It must cost the same however much the tables hold: one look into an index.
 */
export const dueWhen = (condition: RawBuilder<unknown>): Due => ({
  question: condition,
  isDue: (answer) => answer === true,
})

/** A pass knows by itself at each look whether it is due. */
export const dueIf = (isDue: () => boolean): Due => ({ question: undefined, isDue })

/**
 * A pass decides by this answer, a JSON value, whether it is due: `question` is an SQL expression of one
 * value, as cheap as a condition.
 */
export const dueBy = <T>(question: RawBuilder<unknown>, isDue: (answer: T) => boolean): Due => ({
  question,
  isDue: isDue as Due['isDue'],
})

/** A pass is due when one of these says so. */
export const dueByAny = (...all: readonly Due[]): Due => ({
  question: sql`json_build_array(${sql.join(all.map(({ question }) => sql`(${question as RawBuilder<unknown>})`))})`,
  isDue: (answers) => all.some(({ isDue }, n) => isDue((answers as readonly unknown[])[n])),
})

/**
 * Asks once a second for all of these passes whether they have something to do, in one statement, and wakes
 * those that have, each once in its interval at most. Passes without a question keep their turns. `db` should
 * plan by keys: the plan is made when the tables may be empty, and kept. A lookout that does not succeed is
 * reported as a pass is; meanwhile the others have seldom turns of their own.
 */
export function createLookout(db: Db, log: Log, passes: readonly WakeableService[]): WakeableService {
  const watched = passes.flatMap((pass) =>
    pass.due === undefined ? [] : [{ pass, due: pass.due, calledAt: -Infinity }],
  )
  for (const { pass } of watched) pass.leaveToLookout()
  let statement: CompiledQuery<Answers> | undefined

  async function look(): Promise<void> {
    statement ??= questionsOf(passes).compile(db)
    const { rows } = await db.executeQuery(statement)
    const { answers } = rows[0]!
    const now = performance.now()
    for (const one of watched) {
      const { pass, due, calledAt } = one
      // Looks are a little more than a second apart.
      const isEarly = now - calledAt < pass.intervalMs - LOOK_MS / 2
      if (!due.isDue(answers[pass.name])) pass.foundNothing()
      else if (!isEarly) {
        one.calledAt = now
        pass.wake()
      }
    }
  }

  return createPasses(log)('look for work', LOOK_MS, look)
}

/** What the database says to each question, by the name of its pass, as JSON. */
interface Answers {
  readonly answers: Readonly<Record<string, unknown>>
}

/**
 * The statement that asks for all of these passes. One column: the driver takes longer for each than
 * PostgreSQL does.
 */
export function questionsOf(passes: readonly WakeableService[]): RawBuilder<Answers> {
  const pairs = passes.flatMap(({ name, due }) =>
    due?.question === undefined ? [] : [sql`${sql.lit(name)}, (${due.question as RawBuilder<unknown>})`],
  )
  return sql<Answers>`select json_build_object(${sql.join(pairs)}) as answers`
}
