import { expect, test } from 'vitest'

/** What goes wrong with databases most often. */
export const FAILURES = [
  'wrong password',
  'host away',
  'warehouse suspended',
  'permission missing',
  'table gone',
  'session ended in the middle',
  'statement too long',
  'quota',
] as const
export type Failure = (typeof FAILURES)[number]

/** A failure that a database or its stand-in can be made to give. */
export interface Provoked {
  /** Rejects with what a user is shown. */
  provoke(): Promise<unknown>
  /** What the database says itself. */
  readonly words: RegExp
  /** What to do; undefined where the words of the database say it. */
  readonly advice: RegExp | undefined
}

/** For each failure how it comes about, or why it cannot. */
export type FailureCells = Readonly<Record<Failure, Provoked | string>>

/** Every failure is a message with the words of the database and with what to do, and holds no secret. */
export function failureTests(cells: FailureCells, secrets: readonly string[] = ['hush-wrong']): void {
  test.for(FAILURES)(
    '%s is said in the words of the database, with what to do',
    async (failure, { skip }) => {
      const cell = cells[failure]
      if (typeof cell === 'string') return skip(cell)
      const error = await cell.provoke().then(
        () => new Error('it did not fail'),
        (reason: unknown) => reason,
      )
      expect(error).toMatchObject({ name: 'WarehouseError' })
      const { message } = error as Error
      expect(message).toMatch(cell.words)
      if (cell.advice !== undefined) expect(message).toMatch(cell.advice)
      for (const secret of secrets) expect(message).not.toContain(secret)
    },
  )
}
