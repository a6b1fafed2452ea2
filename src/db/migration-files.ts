import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { installed } from '../lib/installation.ts'

export interface Migration {
  readonly name: string
  readonly sql: string
  readonly checksum: string
  /**
   * Servers must know the migration of this number to run beside it; undefined when all that ran before it
   * may.
   */
  readonly oldestServer: number | undefined
}

export const migrationsFolder = installed('db/migrations')

let ours: Promise<Migration[]> | undefined

/**
 * The migrations of this program, in order. They are read once, so that a running process keeps its own when
 * a newer version replaces the files.
 */
export const ownMigrations = (): Promise<Migration[]> => {
  ours ??= readMigrations(migrationsFolder)
  return ours
}

/** The migrations of a folder, in order. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  return Promise.all(
    files.map(async (name) => {
      const sql = await readFile(join(folder, name), 'utf8')
      const checksum = createHash('sha256').update(sql).digest('hex')
      return { name, sql, checksum, oldestServer: oldestServerOf(sql) }
    }),
  )
}

/** A line such as `-- Oldest server: 0040. Nothing since reads the column that goes.` */
function oldestServerOf(sql: string): number | undefined {
  const [, number] = /^-- Oldest server: (\d{4})\. \S/m.exec(sql) ?? []
  return number === undefined ? undefined : Number(number)
}
