import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { onTestFinished } from 'vitest'

/** A folder that lives as long as the test. */
export async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'headrace-embedded-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Runs one statement on a connection of its own. */
export async function query(connectionString: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => undefined) // the server may be killed under it
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
  }
}

export interface OtherProgram {
  readonly process: ChildProcess
  readonly connectionString: string
  /** Of the PostgreSQL server it started. */
  readonly serverPid: number
  /** What it logged. */
  readonly logged: readonly { message: string; dataFolder?: string; uid?: number }[]
  /** Makes it stop PostgreSQL and end, and waits for that. */
  end(): Promise<void>
}

export interface ProgramOptions {
  /** Defaults to the programs of this checkout and this Node. */
  readonly root?: string
  readonly node?: string
  readonly path?: string
  readonly uid?: number
}

/**
 * Starts another program that starts an embedded PostgreSQL on `folder` and keeps it until its input ends.
 * Any input makes it end at once, without stopping PostgreSQL.
 */
export async function startProgram(folder: string, options: ProgramOptions = {}): Promise<OtherProgram> {
  const { root = process.cwd(), node = process.execPath, path = process.env['PATH'], uid } = options
  const child = spawn(node, ['--input-type=module', '--eval', programText(root), folder], {
    cwd: '/',
    env: { PATH: path },
    stdio: 'pipe',
    ...(uid !== undefined && { uid, gid: uid }),
  })
  onTestFinished(() => void child.kill())
  const complaint = text(child.stderr)
  const logged: { message: string }[] = []
  for await (const line of createInterface(child.stdout)) {
    const said = JSON.parse(line) as { message: string; connectionString: string; pid: number }
    if (said.message !== 'started') {
      logged.push(said)
      continue
    }
    const end = async () => {
      const exit = once(child, 'exit')
      child.stdin.end()
      await exit
    }
    return { process: child, connectionString: said.connectionString, serverPid: said.pid, logged, end }
  }
  throw new Error(await complaint)
}

const entry = 'src/db/embedded/embedded-postgres.ts'
const programText = (root: string) => `
  const { startEmbeddedPostgres } = await import('${pathToFileURL(join(root, entry))}')
  const say = (fields, message) => console.log(JSON.stringify({ ...fields, message }))
  const log = { debug: say, info: say, warn: say, error: say, child: () => log }
  const server = await startEmbeddedPostgres({ folder: process.argv[1], log, durable: false })
  say({ connectionString: server.connectionString, pid: server.pid }, 'started')
  process.stdin.on('end', () => server.stop()).on('data', () => process.exit(1))
`

/** Whether a process of that number lives; one that ended and was not buried by its parent yet does not. */
export function isAlive(pid: number): boolean {
  const state = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim()
  return state !== '' && !state.startsWith('Z')
}
