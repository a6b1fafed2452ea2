import pg from 'pg'
import { badRequest, conflict, Problem } from '../lib/problem.ts'

/** For `.catch()`: turns a violation of the named unique constraint into the caller's own error. */
export const onUniqueViolation =
  (constraint: string, problem: () => Error) =>
  (error: unknown): never => {
    throw isViolation(error, '23505', constraint) ? problem() : error
  }

/** For `.catch()`: the same for a foreign key that points at something that is gone, or from something that is left. */
export const onForeignKeyViolation =
  (constraint: string, problem: () => Error) =>
  (error: unknown): never => {
    throw isViolation(error, '23503', constraint) ? problem() : error
  }

/** Whether a row was to be added that is there already. */
export const isDuplicate = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '23505'

const isViolation = (error: unknown, code: string, constraint: string): boolean =>
  error instanceof pg.DatabaseError && error.code === code && error.constraint === constraint

const unavailableCodes = /^(08|57P0|53)/ // connection lost, server shutting down or starting, no resources
const networkCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'])

/** Gave way to another transaction, or waited too long for one: serialization, deadlock, lock and statement timeouts. */
const gaveWay = /^(40001|40P01|55P03|57014|25P0[234])$/

/** Whether the same statement may well succeed when it is sent again. */
export const isTransient = (error: unknown): boolean =>
  isUnavailable(error) || (error instanceof pg.DatabaseError && gaveWay.test(error.code ?? ''))

/** Whether a text was to be stored or compared that has U+0000 or half of a surrogate pair in it. */
const isUnstorable = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === '22021' || error.code === '22P05')

/** The problem a client gets for a database error; undefined when the error is internal. */
export function databaseProblem(error: unknown): Problem | undefined {
  if (isViolation(error, '23514', 'last_administrator'))
    return conflict(
      'This would leave the installation without an administrator; make another SUPER_ADMIN who can sign in first',
    )
  if (isUnstorable(error)) return badRequest(['The request has U+0000 in it, which no text can have'])
  if (!isUnavailable(error)) return undefined
  const detail = 'The database cannot be reached; try again in a moment'
  return new Problem('service-unavailable', detail, { retryAfterSeconds: 1, cause: error })
}

/** Whether the database could not be reached or was restarting: the same request may succeed in a moment. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  if (error instanceof pg.DatabaseError) return unavailableCodes.test(code)
  return (
    networkCodes.has(code) ||
    /Connection terminated|timeout exceeded when trying to connect/i.test(error.message)
  )
}
