import { createHash, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { migrate } from '../../src/db/migrate.ts'
import { silent } from '../../src/lib/log.ts'

const folder = 'db/migrations'
const LOCK = 727_274_002

/** Named by what the migrations say, so that test runs of different versions do not share one. */
function templateName(): string {
  const hash = createHash('sha256')
  for (const file of readdirSync(folder).sort()) hash.update(readFileSync(join(folder, file)))
  return `headrace_template_${hash.digest('hex').slice(0, 16)}`
}

const serverUrl = (): string => process.env['TEST_DATABASE_URL']!

function urlOf(database: string): string {
  const url = new URL(serverUrl())
  url.pathname = `/${database}`
  return url.href
}

async function asAdmin<T extends object>(...statements: string[]): Promise<T[]> {
  const client = new pg.Client({ connectionString: serverUrl() })
  await client.connect()
  try {
    let rows: T[] = []
    for (const statement of statements) rows = (await client.query<T>(statement)).rows
    return rows
  } finally {
    await client.end()
  }
}

/** Once per run (vitest globalSetup): a database with every migration, which test files then copy. */
export async function createTemplate(): Promise<void> {
  const name = templateName()
  const client = new pg.Client({ connectionString: serverUrl() })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount !== 0) return
    const unfinished = `${name}_${process.pid}`
    await client.query(`create database ${unfinished}`)
    await migrate(urlOf(unfinished), silent)
    await client.query(`alter database ${unfinished} rename to ${name}`)
  } finally {
    await client.end()
  }
}

/** A real, empty, private database, and how to give it back. */
export async function aDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `headrace_test_${randomUUID().replaceAll('-', '')}`
  // Copied as files it takes a third of the time that it takes as pages of the log.
  await asAdmin(`create database ${name} template ${templateName()} strategy file_copy`)
  return { url: urlOf(name), drop: () => drop(name) }
}

const BUSY = '42501'

/** Autovacuum may be at work there, which we may not end, and which ends soon. */
async function drop(name: string, attempts = 50): Promise<void> {
  try {
    await asAdmin(`drop database ${name} with (force)`)
  } catch (error) {
    if ((error as { code?: string }).code !== BUSY || attempts === 1) throw error
    await sleep(100)
    await drop(name, attempts - 1)
  }
}
