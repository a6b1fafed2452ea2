import { spawn } from 'node:child_process'
import { pbkdf2 } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chmod, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { aFolder, isAlive, query } from '../../../test/support/embedded.ts'
import { type Log, silent } from '../../lib/log.ts'
import { StartupError } from '../../lib/startup-error.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { ensureLakeCatalog, hasLakeCatalog } from './lake-catalog.ts'

const PATIENCE_MS = 60_000

async function start(folder: string, durable = false) {
  const server = await startEmbeddedPostgres({ folder, log: silent, durable })
  onTestFinished(server.stop)
  return server
}

test('a new folder gets a database that takes our role and encodes everything, and keeps it', async () => {
  const folder = await aFolder()
  const first = await start(folder)
  await query(first.connectionString, `create table kept as select 'Grüße 水' as text`)
  await first.stop()

  const second = await start(folder)

  expect(await query(second.connectionString, 'select text from kept')).toEqual([{ text: 'Grüße 水' }])
  const facts = `select current_user as role, current_setting('is_superuser') as superuser,
    current_setting('data_checksums') as checksums, upper('é') as upper`
  expect(await query(second.connectionString, facts)).toEqual([
    { role: 'headrace', superuser: 'off', checksums: 'on', upper: 'É' },
  ])
  const databases = `select datname as name, datdba::regrole::text as owner, shobj_description(oid, 'pg_database') as comment
    from pg_database where not datistemplate`
  expect(await query(second.connectionString, databases)).toEqual([
    { name: 'headrace', owner: 'headrace', comment: null },
  ])
})

test.runIf(process.platform === 'linux')(
  'a start says once that PostgreSQL is at work, so that its caller can work too until it is ready',
  async () => {
    const folder = await aFolder()
    const atWork: string[] = []
    const onWork = () => atWork.push(programsOf(process.pid))

    for (const program of ['/bin/initdb', '/bin/postgres']) {
      const server = await startEmbeddedPostgres({ folder, log: silent, durable: false, onWork })
      onTestFinished(server.stop)
      await server.stop()

      expect(atWork.splice(0)).toEqual([expect.stringContaining(program)])
    }
  },
)

/** The command lines of the processes that a process has started and that run. */
function programsOf(pid: number): string {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
  return children.map(commandLine).join('\n')
}

/** It is empty for a moment while a process becomes another program. */
function commandLine(pid: string): string {
  const nobody = new Int32Array(new SharedArrayBuffer(4))
  for (let tries = 0; tries < 5_000; tries++) {
    const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    if (line !== '') return line
    Atomics.wait(nobody, 0, 0, 1) // without a moment for it, a busy machine does not get there
  }
  return ''
}

test('only who knows the password enters, and only the owner can read it', async () => {
  const folder = await aFolder()
  const { connectionString } = await start(folder)
  const wrong = new URL(connectionString)
  wrong.password = 'wrong'

  await expect(query(wrong.href, 'select 1')).rejects.toThrow('password authentication failed')
  expect((await stat(join(folder, 'password'))).mode & 0o777).toBe(0o600)
  expect((await stat(join(folder, 'data'))).mode & 0o777).toBe(0o700)
})

test('the role of a lake keeps its catalog in a database of its own, and cannot enter ours', async () => {
  const folder = await aFolder()
  const { connectionString } = await start(folder)
  expect(await hasLakeCatalog(connectionString)).toBe(false)
  const first = await ensureLakeCatalog(folder, connectionString)
  expect(await hasLakeCatalog(connectionString)).toBe(true)
  const { user, password, host, port, database } = first!
  const of = (name: string) => `postgres://${user}:${password}@${host}:${port}/${name}`
  await query(of(database), 'create schema lake create table kept (id integer)')

  expect(await ensureLakeCatalog(folder, connectionString)).toEqual(first)
  expect(await query(of(database), 'select from lake.kept')).toEqual([])
  await expect(query(of('headrace'), 'select 1')).rejects.toThrow('permission denied for database')
  expect((await stat(join(folder, 'lake-password'))).mode & 0o777).toBe(0o600)
})

test('data of a time before lakes have no place for the catalog of one', async () => {
  const folder = await aFolder()
  const { connectionString } = await start(folder)
  await rm(join(folder, 'lake-password'))
  expect(await ensureLakeCatalog(folder, connectionString)).toBeUndefined()
})

test('the server listens on this machine only, and leaves no socket file', async () => {
  const folder = await aFolder()
  const { connectionString } = await start(folder)

  const [, , , port, sockets, address] = (
    await readFile(join(folder, 'data', 'postmaster.pid'), 'utf8')
  ).split('\n')
  expect({ port, sockets, address }).toEqual({
    port: new URL(connectionString).port,
    sockets: '',
    address: '127.0.0.1',
  })
})

test('what was committed survives a kill -9 of the server', async () => {
  const folder = await aFolder()
  const first = await start(folder, true)
  await query(first.connectionString, 'create table kept as select 1 as id')
  process.kill(first.pid, 'SIGKILL')
  await first.exited
  await first.stop() // gives the folder up

  const second = await start(folder, true)

  const settings = `select name from pg_settings
    where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'on' order by name`
  expect(await query(second.connectionString, settings)).toHaveLength(3)
  expect(await query(second.connectionString, 'select id from kept')).toEqual([{ id: 1 }])
})

/** Keeps PostgreSQL running; `onEnd` is called whenever it has ended and is about to be started again. */
async function keep(folder: string, onEnd: (server: EmbeddedPostgres) => void) {
  let restarts = 0
  const log: Log = {
    ...silent,
    error: (_fields, message) => {
      if (message === 'PostgreSQL ended on its own; starting it again') onEnd(server)
    },
    warn: (_fields, message) => {
      if (message === 'PostgreSQL is ready again') restarts++
    },
  }
  const server = await startEmbeddedPostgres({ folder, log, durable: false, restarts: true })
  onTestFinished(server.stop)
  return { server, restarts: () => restarts }
}

test(
  'a killed server is started again under the same address, each time, and says meanwhile that it is away',
  async () => {
    const faults: unknown[] = []
    const { server, restarts } = await keep(await aFolder(), (ended) => faults.push(ended.fault()))
    await query(server.connectionString, 'create table kept as select 1 as id')
    for (const times of [1, 2]) {
      const { pid } = server
      process.kill(pid, 'SIGKILL')
      await expect.poll(restarts, { timeout: PATIENCE_MS }).toBe(times)
      expect(server.pid).not.toBe(pid)
      expect(server.fault()).toBeUndefined()
      expect(await query(server.connectionString, 'select 1 as alive')).toEqual([{ alive: 1 }])
    }
    expect(faults).toEqual(Array(2).fill('PostgreSQL ended on its own and is being started again'))
  },
  PATIENCE_MS,
)

test(
  'a server that is asked to stop while it is being started again stays stopped',
  async () => {
    const folder = await aFolder()
    let stopped: Promise<void> | undefined
    const { server, restarts } = await keep(folder, (ended) => {
      stopped = ended.stop()
    })
    process.kill(server.pid, 'SIGKILL')
    await server.exited
    await stopped
    expect(restarts()).toBe(0)
    const next = await start(folder)
    expect(await query(next.connectionString, 'select 1 as alive')).toEqual([{ alive: 1 }])
  },
  PATIENCE_MS,
)

test('stopping ends open sessions, waits for the end and may be repeated', async () => {
  const server = await start(await aFolder())
  const sleeping = query(server.connectionString, 'select pg_sleep(60)').catch(
    (error: Error) => error.message,
  )

  await Promise.all([server.stop(), server.stop()])

  expect(isAlive(server.pid)).toBe(false)
  expect(await sleeping).not.toEqual([])
})

test('a folder that a living process uses is refused', async () => {
  const folder = await aFolder()
  const { connectionString } = await start(folder)

  const second = startEmbeddedPostgres({ folder, log: silent })

  await expect(second).rejects.toThrow(StartupError)
  await expect(second).rejects.toThrow(`in use by process ${process.pid}`)
  expect(await query(connectionString, 'select 1 as alive')).toEqual([{ alive: 1 }])
})

test('an interrupted creation starts again', async () => {
  const folder = await aFolder()
  await mkdir(join(folder, 'data.new', 'base'), { recursive: true })
  await writeFile(join(folder, 'password'), 'of-the-interrupted-one')

  const { connectionString } = await start(folder)

  expect(await query(connectionString, 'select 1 as alive')).toEqual([{ alive: 1 }])
})

test('a creation whose parent was killed may go on, beside the one that starts again', async () => {
  const folder = await aFolder()
  const filling = 'i=0; while :; do i=$((i + 1)); mkdir -p "$0/base"; true > "$0/base/$i"; done 2> /dev/null'
  const other = spawn('sh', ['-c', filling, join(folder, 'data.new')])
  const ended = once(other, 'close')
  onTestFinished(async () => {
    other.kill('SIGKILL')
    await ended
  })
  await vi.waitFor(() => stat(join(folder, 'data.new', 'base', '100')))

  const { connectionString } = await start(folder)

  expect(await query(connectionString, 'select 1 as alive')).toEqual([{ alive: 1 }])
  expect(other.exitCode).toBeNull()
})

test('data of another major version are refused with what to do, and left alone', async () => {
  const folder = await aFolder()
  const first = await start(folder)
  await first.stop()
  await writeFile(join(folder, 'data', 'PG_VERSION'), '17\n')

  const second = startEmbeddedPostgres({ folder, log: silent })

  await expect(second).rejects.toThrow(StartupError)
  await expect(second).rejects.toThrow(/written by PostgreSQL 17.*headrace backup/)
  expect(await readFile(join(folder, 'data', 'PG_VERSION'), 'utf8')).toBe('17\n')
})

test('data that lack a file are refused, and their password stays', async () => {
  const folder = await aFolder()
  const first = await start(folder)
  await first.stop()
  const passwords = () =>
    Promise.all(['password', 'lake-password'].map((name) => readFile(join(folder, name), 'utf8')))
  const before = await passwords()
  const file = join(folder, 'data', 'PG_VERSION')
  const version = await readFile(file, 'utf8')
  await rm(file)
  await expect(startEmbeddedPostgres({ folder, log: silent })).rejects.toThrow(
    /is not empty and has no file PG_VERSION.*Nothing was changed/,
  )
  await mkdir(file)
  await expect(startEmbeddedPostgres({ folder, log: silent })).rejects.toThrow(/PG_VERSION cannot be read/)

  expect(await passwords()).toEqual(before)
  await rm(file, { recursive: true })
  await writeFile(file, version)
  const again = await start(folder)
  expect(await query(again.connectionString, 'select 1 as alive')).toEqual([{ alive: 1 }])
})

test('data that are gone, as where nothing is mounted, are not made again with another password', async () => {
  const folder = await aFolder()
  const first = await start(folder)
  await query(first.connectionString, 'create table kept as select 1 as one')
  await first.stop()
  await rename(join(folder, 'data'), join(folder, 'elsewhere'))
  await mkdir(join(folder, 'data'))

  const second = startEmbeddedPostgres({ folder, log: silent })

  await expect(second).rejects.toThrow(StartupError)
  await expect(second).rejects.toThrow(/data of PostgreSQL are missing.*Nothing was changed/)
  await rm(join(folder, 'data'), { recursive: true })
  await rename(join(folder, 'elsewhere'), join(folder, 'data'))
  const again = await start(folder)
  expect(await query(again.connectionString, 'select one from kept')).toEqual([{ one: 1 }])
})

test('a start that was killed before the passwords had their names is finished by the next', async () => {
  const folder = await aFolder()
  const first = await start(folder)
  await first.stop()
  for (const name of ['password', 'lake-password'])
    await rename(join(folder, name), join(folder, `${name}.new`))

  const second = await start(folder)

  expect(await ensureLakeCatalog(folder, second.connectionString)).toBeDefined()
})

test('a copied folder that others may enter is closed to them again and works', async () => {
  const folder = await aFolder()
  const first = await start(folder)
  await first.stop()
  await chmod(join(folder, 'data'), 0o755)
  await chmod(join(folder, 'password'), 0o644)

  const second = await start(folder)

  expect(await query(second.connectionString, 'select 1 as alive')).toEqual([{ alive: 1 }])
  expect((await stat(join(folder, 'data'))).mode & 0o777).toBe(0o700)
  expect((await stat(join(folder, 'password'))).mode & 0o777).toBe(0o600)
})

test('a server that cannot start says why, and the folder is free again', async () => {
  const folder = await aFolder()
  const first = await start(folder)
  await first.stop()
  const settings = join(folder, 'data', 'postgresql.conf')
  const valid = await readFile(settings, 'utf8')
  await writeFile(settings, 'no_such_setting = 1\n')

  await expect(start(folder)).rejects.toThrow(/unrecognized configuration parameter "no_such_setting"/)

  await writeFile(settings, valid)
  const second = await start(folder)
  expect(await query(second.connectionString, 'select 1 as alive')).toEqual([{ alive: 1 }])
})

/** Keeps the threads that close files busy with other work, until the test is over. */
function occupyThreads(): void {
  let isOver = false
  onTestFinished(() => {
    isOver = true
  })
  const again = () => {
    if (!isOver) pbkdf2('a', 'b', 150_000, 32, 'sha256', again)
  }
  for (let thread = 0; thread < 8; thread++) again()
}

test('a server that ends before its log file is closed here is seen to have ended', async () => {
  const folder = await aFolder()
  await (await start(folder)).stop()
  await writeFile(join(folder, 'data', 'postgresql.conf'), 'no_such_setting = 1\n')
  occupyThreads()
  await expect(start(folder)).rejects.toThrow(/unrecognized configuration parameter/)
})
