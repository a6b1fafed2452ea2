import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { LAKE_PASSWORD_FILE, LAKE_ROLE } from './cluster.ts'

/**
 * A database of the embedded PostgreSQL for the catalog of a lake, and the role that can reach it and nothing
 * else.
 */
export interface LakeCatalog {
  readonly host: string
  readonly port: number
  readonly database: string
  readonly user: string
  readonly password: string
}

/**
 * Creates the database of a lake's catalog where it is missing. `folder` is that of the embedded PostgreSQL.
 * Undefined for data that were created before there were lakes: their PostgreSQL has no role for it.
 */
export async function ensureLakeCatalog(
  folder: string,
  connectionString: string,
): Promise<LakeCatalog | undefined> {
  const password = await readFile(join(folder, LAKE_PASSWORD_FILE), 'utf8').catch(() => undefined)
  if (password === undefined) return undefined
  const client = new Client({ connectionString })
  await client.connect()
  try {
    if (!(await isThere(client))) await client.query(`create database ${LAKE_ROLE} owner ${LAKE_ROLE}`)
  } finally {
    await client.end()
  }
  const { hostname, port } = new URL(connectionString)
  return { host: hostname, port: Number(port), database: LAKE_ROLE, user: LAKE_ROLE, password }
}

/** Whether the embedded PostgreSQL has the catalog of a lake. */
export async function hasLakeCatalog(connectionString: string): Promise<boolean> {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    return await isThere(client)
  } finally {
    await client.end()
  }
}

const isThere = async (client: Client): Promise<boolean> =>
  (await client.query('select from pg_database where datname = $1', [LAKE_ROLE])).rowCount !== 0
