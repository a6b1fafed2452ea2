import { basename } from 'node:path'
import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { errorText } from '../../lib/error-text.ts'
import { unlessAborted } from '../../lib/wait.ts'
import { createLimit, type Limit } from '../limit.ts'
import { quoteName, quoteText } from '../sql-text.ts'
import { statementError, WarehouseError } from '../warehouse-error.ts'
import { abandon } from './abandoned.ts'
import { type Confinement, confine } from './confine.ts'
import { type DatabaseOptions, FUNCTIONS_DATABASE, type OpenedDatabases, openDatabases } from './databases.ts'
import type { HelperThreads } from './helper-threads.ts'
import { duckdbHint } from './hints.ts'
import type { NativeCall } from './interruptible.ts'
import { type LoadMemory, loadMemoryOf } from './load-memory.ts'
import type { Turns } from './turns.ts'

/**
 * One DuckDB file, or one lake: opened at the first statement, shared by all, released when unused for a
 * while.
 */
export interface DuckdbFile {
  /** A folder of the runner for files that are on their way into it: SQL can read them. */
  readonly incoming: string
  /** The name that DuckDB gives it unless the environment maps one, in small letters. */
  readonly name: string
  /**
   * A session of its own for one statement or script. The schema is created when missing.
   * Throws WarehouseError when the file cannot be opened, the signal's reason when it aborts.
   */
  connect(schema: string | undefined, signal: AbortSignal, use?: SessionUse): Promise<Session>
  /** Interrupts what runs, waits for it and gives the file back. A later statement opens it again. */
  close(): Promise<void>
  /** Gives the file back when nothing runs on it any more. */
  retire(): Promise<void>
  /** Closes the file and has `work` use it alone: statements that come meanwhile wait. */
  lend<T>(work: () => Promise<T>): Promise<T>
}

export interface SessionUse {
  /** Whether a session of a lake may begin with the transaction of its first statement: see `isBegun`. */
  readonly begins?: boolean | undefined
  /**
   * Whether its calls put many rows into tables, each to its end: the engine is not to hold them in memory.
   */
  readonly loads?: boolean | undefined
}

export interface Session {
  readonly connection: DuckDBConnection
  /** One blocking call on this connection; it ends early when the statement is aborted or the file closed. */
  call<T>(work: () => Promise<T>): Promise<T>
  /** The same of one that more threads do not shorten: it plans, or ends a transaction. */
  callAlone<T>(work: () => Promise<T>): Promise<T>
  readonly signal: AbortSignal
  /** Folders whose files SQL may read and write. */
  readonly folders: readonly string[]
  /** The databases are a lake's, whose extensions can do more than its SQL may. */
  readonly isLake?: boolean
  /** A transaction is open on it that others began and will end. */
  readonly isShared?: boolean
  /**
   * Statements that commit by themselves run in transactions of ours: whether one is open that has done
   * nothing yet. In a lake each transaction asks the catalog for its snapshot, so the search path is set in
   * that of the first statement.
   */
  isBegun?: boolean
  /** Whether it runs queries only. */
  isReadOnly?: boolean
  /** Ends the session; a second call does nothing. */
  release(): void
}

export interface SharingOptions extends Confinement {
  readonly call: NativeCall
  readonly maxSessions: number
  /** How long an unused file stays open. */
  readonly idleMs: number
  /** For those that open the same file with other grants. */
  readonly turns?: Turns | undefined
}

export type DuckdbFileOptions = SharingOptions & Partial<DatabaseOptions>

/** What sessions share, and how it is opened. */
export interface SharedDatabases extends SharingOptions {
  readonly name: string
  readonly incoming: string
  /** What errors call it, as in "The DuckDB file x". */
  readonly title: string
  /** Opens it, not confined yet. */
  readonly open: () => Promise<OpenedDatabases>
  /** Whether every session must choose its schema. */
  readonly choosesAlways: boolean
  /** Whether sessions find functions of other dialects. */
  readonly functions: boolean
  readonly isLake?: boolean
}

/** An instance that is confined, and the name of the environment's own database in it. */
interface Opened {
  readonly instance: DuckDBInstance
  readonly own: string
  readonly helpers?: HelperThreads | undefined
  readonly loadMemory: LoadMemory
  /** By an internal error: it takes nothing any more. */
  isBroken?: boolean
}

/** Of a file in whose turn it is open. */
interface Held extends Opened {
  readonly endTurn: () => void
}

export function createDuckdbFile(
  path: string,
  { databases = [], functions = false, ...sharing }: DuckdbFileOptions,
): DuckdbFile {
  return shareDatabases({
    ...sharing,
    functions,
    name: basename(path, '.duckdb').toLowerCase(),
    incoming: `${path}.incoming`,
    title: `The DuckDB file ${path}`,
    open: () => openDatabases(path, { databases, functions }),
    choosesAlways: functions || databases.some(({ database }) => database === undefined),
  })
}

/** Opens databases at the first statement, and closes them when nobody has used them for a while. */
export function shareDatabases(shared: SharedDatabases): DuckdbFile {
  const { call, maxSessions, idleMs, folders, choosesAlways, functions, isLake = false } = shared
  const places = createLimit(maxSessions)
  const schemaMaking = createLimit(1)
  const sessions = new Set<Promise<void>>()
  let closing = new AbortController()
  let opened: Promise<Held> | undefined
  let givenBack = Promise.resolve()
  let idle: NodeJS.Timeout | undefined

  function open(): Promise<Held> {
    opened ??= givenBack.then(openInTurn).catch((error) => {
      opened = undefined
      throw error
    })
    return opened
  }

  const takeTurn = async () => (await shared.turns?.take(file)) ?? (() => undefined)

  async function openInTurn(): Promise<Held> {
    const endTurn = await takeTurn()
    try {
      return { ...(await openInstance(shared)), endTurn }
    } catch (error) {
      endTurn()
      throw error
    }
  }

  function giveBack(unused: Promise<unknown> = Promise.resolve()): Promise<void> {
    const [last, before] = [opened, givenBack]
    opened = undefined
    givenBack = (async () => {
      await Promise.all([before, unused])
      const given = await last?.catch(() => undefined)
      await given?.helpers?.close()
      await given?.loadMemory.close()
      given?.instance.closeSync()
      given?.endTurn()
    })()
    return givenBack
  }

  function interrupt(why = 'was closed'): Promise<unknown> {
    closing.abort(new WarehouseError(`${shared.title} ${why}`))
    closing = new AbortController()
    return Promise.all(sessions)
  }

  /** After an internal error DuckDB refuses everything else until the database is opened again. */
  function renew(broken: Opened, reason: string): void {
    broken.isBroken = true
    void opened?.then((now) => {
      if (now.instance === broken.instance) void giveBack(interrupt(`is opened again: ${reason}`))
    })
  }

  /** Counts a session until the returned function is called; a second call does nothing. */
  function begin(): () => void {
    clearTimeout(idle)
    const { promise, resolve } = Promise.withResolvers<void>()
    sessions.add(promise)
    return () => {
      // A session that fails as it begins is ended twice, but the file becomes idle once.
      if (!sessions.delete(promise)) return
      resolve()
      if (sessions.size > 0) return
      idle = setTimeout(giveBack, idleMs).unref()
      void dismissHelpers()
    }
  }

  async function dismissHelpers(): Promise<void> {
    const { helpers } = (await opened?.catch(() => undefined)) ?? {}
    if (sessions.size === 0) helpers?.dismiss()
  }

  const file: DuckdbFile = {
    name: shared.name,
    incoming: shared.incoming,
    async connect(schema, given, use) {
      const signal = AbortSignal.any([given, closing.signal])
      const end = begin()
      try {
        const leave = await places.enter(signal)
        const { connection, database } = await connectTo(open, signal).catch((error) => {
          leave()
          throw error
        })
        const broken = (reason: string) => renew(database, reason)
        const parts = { connection, signal, call, folders, isLake, broken }
        const around = aroundCalls(database, use, () => sessions.size === 1)
        const session = createSession({ ...parts, around }, () => {
          if (isLake && database.isBroken === true) abandon(connection)
          else connection.closeSync()
          leave()
          end()
        })
        const { own } = database
        if (schema !== undefined || choosesAlways)
          await chooseSchema(session, { own, schema: schema ?? 'main', functions }, schemaMaking, use)
        return session
      } catch (error) {
        end()
        throw error
      }
    },
    async close() {
      await interrupt()
      clearTimeout(idle)
      if (sessions.size === 0) await giveBack()
    },
    async retire() {
      while (sessions.size > 0) await Promise.all(sessions)
      clearTimeout(idle)
      await giveBack()
    },
    lend(work) {
      const lent = giveBack(interrupt()).then(async () => {
        const endTurn = await takeTurn()
        return work().finally(endTurn)
      })
      givenBack = lent.then(
        () => undefined,
        () => undefined,
      )
      return lent
    },
  }
  return file
}

/** Nobody but `confine` has a connection before the instance is confined. */
async function openInstance({ title, open, incoming, ...given }: SharedDatabases): Promise<Opened> {
  const confinement = { ...given, folders: [...given.folders, incoming] }
  let instance: DuckDBInstance | undefined
  try {
    const opened = await open()
    instance = opened.instance
    const loadMemory = await loadMemoryOf(instance, given.memoryMib)
    await confine(opened.connection, confinement).finally(() => opened.connection.closeSync())
    return { instance, own: opened.own, helpers: opened.helpers, loadMemory }
  } catch (error) {
    instance?.closeSync()
    const reason = errorText(error).trim()
    const advice = duckdbHint(reason)
    const message = `${title} cannot be opened: ${reason}${advice === undefined ? '' : `\n${advice}`}`
    throw new WarehouseError(message, { cause: error })
  }
}

/** Whoever is not to wait any more must not: the file may be lent for long. */
async function connectTo(open: () => Promise<Opened>, signal: AbortSignal) {
  const database = await unlessAborted(open(), signal)
  await database.helpers?.settled()
  await database.loadMemory.settled()
  return { connection: await database.instance.connect(), database }
}

type Around = <T>(work: () => Promise<T>) => Promise<T>

/** What is to be done beside the calls of a session. */
function aroundCalls(
  { helpers, loadMemory }: Opened,
  use: SessionUse | undefined,
  isAlone: () => boolean,
): Around {
  const helped: Around = (work) => (helpers === undefined ? work() : helpers.during(work))
  if (use?.loads !== true) return helped
  return async (work) => {
    const done = await helped(work)
    if (isAlone()) await loadMemory.giveBack()
    return done
  }
}

interface SessionParts extends Pick<Session, 'connection' | 'signal' | 'folders' | 'isLake'> {
  readonly call: NativeCall
  /** The database takes nothing any more. */
  readonly broken: (reason: string) => void
  readonly around: Around
}

/** Errors after which DuckDB refuses everything, with what is wrong, and without where in its code. */
const INTERNAL = /^((?:INTERNAL|FATAL) Error: .*?)(?=\n\s*\n?Stack Trace|$)/s

function createSession({ call, broken, around, ...parts }: SessionParts, ended: () => void): Session {
  const { connection, signal } = parts
  let released = false

  async function callAlone<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await call(connection, signal, work)
    } catch (error) {
      const [, reason] = INTERNAL.exec(errorText(error)) ?? []
      if (reason === undefined) throw error
      broken(reason.trim())
      throw new WarehouseError(reason.trim(), { cause: error })
    }
  }

  return {
    ...parts,
    call: (work) => callAlone(() => around(work)),
    callAlone,
    release() {
      if (released) return
      released = true
      ended()
    },
  }
}

interface SearchPath {
  /** The environment's own database. */
  readonly own: string
  readonly schema: string
  readonly functions: boolean
}

/**
 * Names without a schema mean the environment's. It is made when it is missing, by one session at a time: two
 * that make the same schema at once are a conflict to DuckDB, and one of them would fail. Functions are
 * looked for behind it.
 */
async function chooseSchema(
  session: Session,
  { own, schema, functions }: SearchPath,
  making: Limit,
  use: SessionUse | undefined,
): Promise<void> {
  const name = `${quoteName(own)}.${quoteName(schema)}`
  const path = functions ? `${name},${FUNCTIONS_DATABASE}.main` : name
  const run = (sql: string) => session.callAlone(() => session.connection.run(sql))
  const begins = session.isLake === true && use?.begins === true
  const choose = async () => {
    if (begins) await run('begin')
    await run(`set search_path = ${quoteText(path)}`)
    if (begins) session.isBegun = true
  }
  const make = async () => {
    const leave = await making.enter(session.signal)
    await run(`create schema if not exists ${name}`).finally(leave)
  }
  try {
    // Nearly always it is there: one statement is enough then.
    await choose().catch(async () => {
      if (begins) await session.connection.run('rollback').catch(() => undefined)
      await make()
      await choose()
    })
  } catch (error) {
    session.release()
    session.signal.throwIfAborted()
    throw statementError(error, 1, 1)
  }
}
