import pg from 'pg'
import { badRequest, conflict, Problem } from '../lib/problem.ts'
import { isDiskFull } from './full-disk.ts'

/** Somebody has to make room first. */
const FULL_DISK_RETRY_SECONDS = 30

/** For `.catch()`: turns a violation of the named unique constraint into the caller's own error. */
export const onUniqueViolation =
  (constraint: string, problem: () => Error) =>
  (error: unknown): never => {
    throw isViolation(error, '23505', constraint) ? problem() : error
  }

/**
 * For `.catch()`: the same for a foreign key that points at something that is gone, or from something that is
 * left.
 */
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

/**
 * The driver could not get an answer: a connection that could not be opened, broke, or was already broken.
 * Whether the statement was carried out is unknown.
 */
export class ConnectionError extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.name = 'ConnectionError'
  }
}

/**
 * For `.catch()` around a call of the driver: what PostgreSQL answered stays, everything else is a
 * ConnectionError.
 */
export function rethrowDriverError(error: unknown): never {
  throw error instanceof pg.DatabaseError ? error : new ConnectionError(error)
}

/**
 * SQLSTATE classes and codes that say nothing about the request: connection lost (08), shutting down or
 * starting (57P), no memory, disk or connection left (53), a system or internal error (58, XX), a standby or
 * full disk that takes no writes (25006, 25P0x), and statements that gave way to others or waited too long
 * for them (40, 55P03, 57014).
 */
const UNAVAILABLE = /^(08|40|53|57P|58|XX|25006$|25P0|55P03$|57014$)/

/**
 * Whether PostgreSQL refused the data itself: a value that it cannot hold (SQLSTATE class 22), that breaks a
 * constraint (23) or that is too large for an index (54). Sent again, it would be refused again; every other
 * error may pass.
 */
export const isDataError = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && /^(2[23]|54)/.test(error.code ?? '')

/** Whether a statement was cancelled, as one is that takes too long. */
export const isCancelled = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '57014'

/** Whether a text was to be stored or compared that has U+0000 or half of a surrogate pair in it. */
const isUnstorable = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === '22021' || error.code === '22P05')

/**
 * Whether the project or environment that a row was to belong to was deleted since the caller was let in.
 * Operations of repositories belong to their repository, by the id of its project.
 */
const isOrphan = (error: unknown): boolean =>
  error instanceof pg.DatabaseError &&
  error.code === '23503' &&
  /_(project|environment)_id_fkey$/.test(error.constraint ?? '') &&
  error.table !== 'repository_operation'

/** The problem a client gets for a database error; undefined when the error is internal. */
export function databaseProblem(error: unknown): Problem | undefined {
  if (isViolation(error, '23514', 'last_administrator'))
    return conflict(
      'This would leave the installation without an administrator; make another SUPER_ADMIN who can sign in first',
    )
  if (isOrphan(error)) return new Problem('not-found', 'What this belongs to was deleted meanwhile')
  if (isUnstorable(error)) return badRequest(['The request has U+0000 in it, which no text can have'])
  if (!isUnavailable(error)) return undefined
  if (isDiskFull(error))
    return new Problem(
      'service-unavailable',
      'The disk of the database is full; try again when it has room',
      {
        retryAfterSeconds: FULL_DISK_RETRY_SECONDS,
        cause: error,
      },
    )
  const detail = 'The database is unavailable; try again in a moment'
  return new Problem('service-unavailable', detail, { retryAfterSeconds: 1, cause: error })
}

/**
 * Whether the reason may lie in the statement, although it says nothing about the data: it takes too long
 * (57014), or meets something that is broken (XX). Repeated without end, it might never succeed.
 */
export const mayNeverSucceed = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && /^(57014$|XX)/.test(error.code ?? '')

/**
 * Whether this connection leads to a server that takes no writes: a standby, or one that an administrator has
 * closed.
 */
export const takesNoWrites = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '25006'

/**
 * Whether the database could not be reached or could not do its work: the same request may succeed in a
 * moment.
 */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof ConnectionError ||
  (error instanceof pg.DatabaseError && UNAVAILABLE.test(error.code ?? ''))
