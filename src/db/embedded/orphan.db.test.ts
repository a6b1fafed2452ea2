import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { aFolder, isAlive, query, startProgram } from '../../../test/support/embedded.ts'
import { silent } from '../../lib/log.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'

async function start(folder: string) {
  const server = await startEmbeddedPostgres({ folder, log: silent, durable: false })
  onTestFinished(server.stop)
  return server
}

async function kill9(child: ReturnType<typeof spawn>) {
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}

/** Opens a connection and answers the process that serves it. */
async function openSession(connectionString: string): Promise<number> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => undefined)
  onTestFinished(() => client.end().catch(() => undefined))
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]!.pid
}

/** Stops a server and puts its pid file back, with the number of another process. */
async function leavePidFile(folder: string, pid: number) {
  const server = await startEmbeddedPostgres({ folder, log: silent, durable: false })
  const file = join(folder, 'data', 'postmaster.pid')
  const content = await readFile(file, 'utf8')
  await query(server.connectionString, 'create table kept as select 1 as id')
  await server.stop()
  await writeFile(file, content.replace(/^\d+/, String(pid)))
}

test('after a kill -9 of the program the next start ends its server and keeps the data', async () => {
  const folder = await aFolder()
  const killed = await startProgram(folder)
  await query(killed.connectionString, 'create table kept as select 1 as id')
  await kill9(killed.process)
  expect(isAlive(killed.serverPid)).toBe(true)

  const { connectionString, pid } = await start(folder)

  expect(isAlive(killed.serverPid)).toBe(false)
  expect(pid).not.toBe(killed.serverPid)
  expect(await query(connectionString, 'select id from kept')).toEqual([{ id: 1 }])
})

test('a program that ends by an error of its own takes its server along', async () => {
  const failed = await startProgram(await aFolder())
  const exit = once(failed.process, 'exit')
  failed.process.stdin!.write('fail')
  await exit

  await vi.waitFor(() => expect(isAlive(failed.serverPid)).toBe(false), 10_000)
})

test('Ctrl-C in the terminal of the program does not reach its server', async () => {
  const folder = await aFolder()
  const { pid } = await start(folder)

  const group = spawnSync('ps', ['-o', 'pgid=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim()

  expect(group).toBe(String(pid))
})

test('a server that was killed together with the program is recovered', async () => {
  const folder = await aFolder()
  const killed = await startProgram(folder)
  await query(killed.connectionString, 'create table kept as select 1 as id')
  process.kill(killed.serverPid, 'SIGKILL')
  await kill9(killed.process)

  const { connectionString } = await start(folder)

  expect(await query(connectionString, 'select id from kept')).toEqual([{ id: 1 }])
})

test('sessions that outlive a killed server are waited for: never two servers on the same data', async () => {
  const folder = await aFolder()
  const killed = await startProgram(folder)
  const session = await openSession(killed.connectionString)
  onTestFinished(() => void (isAlive(session) && process.kill(session, 'SIGKILL')))
  process.kill(session, 'SIGSTOP') // so that it cannot notice that its server is gone
  process.kill(killed.serverPid, 'SIGKILL')
  await kill9(killed.process)

  let started = false
  const starting = start(folder).finally(() => {
    started = true
  })
  await vi.waitFor(async () => {
    expect(await readFile(join(folder, 'postgres.log'), 'utf8')).toMatch(/still in use/)
  }, 10_000)
  expect(started).toBe(false)
  process.kill(session, 'SIGCONT')

  await starting
  expect(isAlive(session)).toBe(false)
})

test('a pid file of a process that ended does not hinder the start', async () => {
  const folder = await aFolder()
  const ended = spawn(process.execPath, ['--version'])
  await once(ended, 'exit')
  await leavePidFile(folder, ended.pid!)

  const { connectionString } = await start(folder)

  expect(await query(connectionString, 'select id from kept')).toEqual([{ id: 1 }])
})

test('a pid file whose number another program has now hinders nothing and spares that program', async () => {
  const folder = await aFolder()
  const other = spawn(process.execPath, [
    '--eval',
    'setInterval(() => undefined, 60_000)',
    '--',
    '-D',
    folder,
  ])
  onTestFinished(() => void other.kill())
  await once(other, 'spawn')
  await leavePidFile(folder, other.pid!)

  const { connectionString } = await start(folder)

  expect(await query(connectionString, 'select id from kept')).toEqual([{ id: 1 }])
  expect(isAlive(other.pid!)).toBe(true)
})

test('a pid file with the number of PostgreSQL on another folder leaves that one alone', async () => {
  const [folder, otherFolder] = [await aFolder(), await aFolder()]
  const other = await start(otherFolder)
  await leavePidFile(folder, other.pid)

  const { connectionString } = await start(folder)

  expect(await query(connectionString, 'select id from kept')).toEqual([{ id: 1 }])
  expect(await query(other.connectionString, 'select 1 as alive')).toEqual([{ alive: 1 }])
})

test('an empty pid file, as after a power cut, does not hinder the start', async () => {
  const folder = await aFolder()
  await leavePidFile(folder, 1)
  await writeFile(join(folder, 'data', 'postmaster.pid'), '')

  await start(folder)
})
