import { Failure } from '../../../client/failure.ts'
import { errorText } from '../../../lib/error-text.ts'
import type { ScratchPlace } from '../../../runner/tests/postgres-scratch.ts'
import { duckdbScratch, type ScratchDatabases } from '../../../runner/tests/scratch.ts'
import type { PostgresConnection } from '../../../warehouses/connection.ts'
import type { RunFolder } from './run-folder.ts'

/** The kinds of databases that tests run on. */
export const testKinds = ['DUCKDB', 'POSTGRES'] as const

export interface DatabaseOptions {
  readonly warehouse?: (typeof testKinds)[number] | undefined
  readonly scratch?: ScratchPlace | undefined
  /** Of a PostgreSQL server; one is started for the run otherwise. */
  readonly databaseUrl?: string | undefined
}

/** Private addresses are allowed: the user who runs the tests names the server. */
const policy = { allowPrivateAddresses: true }

type Databases = ScratchDatabases & AsyncDisposable

/** Where the tests of a run get their databases from. Throws Failure where there are none to be had. */
export async function openDatabases(options: DatabaseOptions, folder: RunFolder): Promise<Databases> {
  const { databaseUrl, scratch = 'database' } = options
  const kind = options.warehouse ?? (databaseUrl === undefined ? 'DUCKDB' : 'POSTGRES')
  if (kind === 'DUCKDB') return { ...duckdbScratch, [Symbol.asyncDispose]: async () => undefined }
  const { openPostgresScratch } = await import('../../../runner/tests/postgres-scratch.ts')
  try {
    if (databaseUrl !== undefined)
      return await openPostgresScratch(connectionOf(databaseUrl), scratch, policy)
    return await withServer(folder, (server) => openPostgresScratch(server, scratch, policy))
  } catch (error) {
    if (error instanceof Failure) throw error
    throw new Failure(`The tests have no database: ${errorText(error)}.`, { cause: error })
  }
}

async function withServer(
  folder: RunFolder,
  open: (server: PostgresConnection) => Promise<Databases>,
): Promise<Databases> {
  const { startPostgres } = await import('../compile/scratch-database.ts')
  const server = await startPostgres(folder.path)
  try {
    const databases = await open(
      await server.connection({ kind: 'POSTGRES', databases: [], functions: false }),
    )
    return {
      create: databases.create,
      async [Symbol.asyncDispose]() {
        await databases[Symbol.asyncDispose]()
        await server.stop()
      },
    }
  } catch (error) {
    await server.stop()
    throw error
  }
}

const hint = 'It looks like postgres://user:password@host:5432/database.'

function connectionOf(text: string): PostgresConnection {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^postgres(ql)?:$/.test(url.protocol) || url.pathname.length < 2)
    throw new Failure('The address of the database is not one of PostgreSQL.', { hint })
  return {
    type: 'POSTGRES',
    host: decodeURIComponent(url.hostname),
    port: Number(url.port || 5432),
    database: decodeURIComponent(url.pathname.slice(1)),
    user: decodeURIComponent(url.username),
    password: url.password === '' ? undefined : decodeURIComponent(url.password),
    ssl: ['require', 'verify-ca', 'verify-full'].includes(url.searchParams.get('sslmode') ?? ''),
  }
}
