import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { hasMariaDb } from '../../../../test/support/mariadb.ts'
import { startMariaDbServer } from './mariadb-server.ts'

const isThere = hasMariaDb()
if (!isThere) console.warn('No MariaDB server is installed: what starts one is not tested')

const folders: string[] = []
afterEach(async () => {
  vi.unstubAllEnvs()
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})

describe.skipIf(!isThere)('a MariaDB of a command', () => {
  test('leaves the temporary tables of other servers of the machine alone', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mariadb-server-'))
    folders.push(folder)
    const shared = join(folder, 'shared')
    const own = join(folder, 'own')
    await Promise.all([mkdir(shared), mkdir(own)])
    vi.stubEnv('TMPDIR', shared)
    const table = join(shared, '#sql-temptable-1-1-1.MAI')
    await writeFile(table, '')
    const server = await startMariaDbServer(own)
    await server.stop()
    expect(existsSync(table)).toBe(true)
  }, 120_000)
})
