import { errorText } from '../lib/error-text.ts'

/**
 * What a database, or the way to it, refused: the message is the database's own and is shown to users.
 * Everything else a warehouse throws is an internal error, or the reason of the aborted signal.
 */
export class WarehouseError extends Error {
  override readonly name = 'WarehouseError'
}

/** A query that cannot be read as a text, and perhaps as rows. */
export class NotATextError extends WarehouseError {}

/** A statement whose answer was lost: it is unknown whether it was done. */
export class LostAnswerError extends WarehouseError {}

/** `error` as a WarehouseError that says which of several statements it was. */
export function statementError(error: unknown, position: number, count: number): WarehouseError {
  const message = errorText(error).trimEnd()
  return new WarehouseError(count > 1 ? `Statement ${position} of ${count}: ${message}` : message, {
    cause: error,
  })
}

/** Why a query that may change nothing is refused. */
export const ONE_STATEMENT = 'Only a single statement can be read without changing anything'
export const ONLY_A_QUERY = 'Only a query can be read without changing anything'
