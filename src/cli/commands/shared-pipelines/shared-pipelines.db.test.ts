import { mkdirSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { useApi } from '../../../../test/support/api.ts'
import { aProject, publish } from '../../../../test/support/factories.ts'
import { orchestration, type PieceVariable, start } from '../../../../test/support/pipelines.ts'
import { callerOf, parameter, sharedFile } from '../../../../test/support/shared-files.ts'
import { newId } from '../../../lib/ids.ts'
import { loginTo, openTerminal, type TestTerminalOptions } from '../../testing/terminal.ts'

/** `headrace shared-pipelines` against the real API. */
const gitDir = join(tmpdir(), `headrace-git-${newId()}`)
const api = useApi({ HEADRACE_GIT_DIR: gitDir })
afterAll(() => rm(gitDir, { recursive: true, force: true, maxRetries: 5 }))
let serial = 0
const aPrefix = () => `cli-${++serial}`
const config = '.matillion/shared-pipelines.yaml'

const library = (variables: Record<string, PieceVariable>, parameters: object = {}) => ({
  'library/Load.orch.yaml': orchestration({ Start: start() }, variables),
  [`library/${config}`]: sharedFile({ 'Load.orch.yaml': { id: 'customers', parameters } }),
})

async function aTerminal(files: Readonly<Record<string, string>> = {}, options: TestTerminalOptions = {}) {
  const credential = await api.credential({ accountRole: 'SUPER_ADMIN' })
  const terminal = openTerminal({ env: loginTo(api, credential), ...options })
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(terminal.folder, path)), { recursive: true })
    writeFileSync(join(terminal.folder, path), text)
  }
  return { ...terminal, run: (...args: string[]) => terminal.run('shared-pipelines', ...args) }
}
async function aNamedProject() {
  const made = await aProject(api)
  const { body } = await api.call<{ name: string }>('GET', `/v1/projects/${made.projectId}`)
  return { ...made, name: body.name }
}

test('a folder is published, listed and shown with its parameters', async () => {
  const set = aPrefix()
  const { name } = await aNamedProject()
  const files = library(
    { region: parameter('north', 'TEXT', { description: 'Where' }), most: parameter('10', 'NUMBER') },
    { region: { required: true } },
  )
  using terminal = await aTerminal(files)
  const published = await terminal.run('publish', 'library', '--set', set, '--version', '1.0', '-p', name)
  expect(published).toEqual({
    code: 0,
    out: `${set}#customers\nPublished 1 shared pipeline as version 1.0 of ${set}.\n`,
    err: '',
  })
  const again = await terminal.run('publish', 'library', '--set', set, '--version', '1.0')
  expect([again.code, again.err]).toEqual([1, expect.stringContaining('versions never change')])
  expect((await terminal.run('list')).out).toMatch(new RegExp(`${set}#customers +1\\.0`))
  const shown = await terminal.run('show', set)
  expect(shown.out).toMatch(new RegExp(`^${set} 1\\.0, published .*Z by .+\n\n${set}#customers  Load\n`))
  expect(shown.out).toContain('  region  TEXT  required\n  most  NUMBER  default 10\n')
  const json = JSON.parse((await terminal.run('show', set, '--version', '1.0', '--json')).out)
  expect(json).toMatchObject({ artifactDetails: { versionName: '1.0' } })
  const absent = await terminal.run('show', set, '--version', '9')
  expect([absent.code, absent.err]).toEqual([1, expect.stringContaining('9')])
})

test('a commit is published from the repository of a project', async () => {
  const set = aPrefix()
  const { name, projectId } = await aNamedProject()
  for (const [path, content] of Object.entries(library({}))) {
    const body = { branch: 'main', path: path.replace('library/', ''), content }
    await api.call('PUT', `/v1/projects/${projectId}/repositories/files`, { body })
  }
  using terminal = await aTerminal()
  const to = ['--set', set, '--version', '1', '-p', name]
  expect(await terminal.run('publish', '--ref', 'main', ...to)).toMatchObject({ code: 0, err: '' })
  expect((await terminal.run('show', set)).out).toContain('from main')
  expect((await terminal.run('publish', '--ref', 'nowhere', ...to)).err).toContain('nowhere')
  expect((await terminal.run('publish', '--ref', 'main', 'library', ...to)).err).toContain(
    'Name either a folder, or a commit with --ref',
  )
  expect((await terminal.run('publish', '--ref', 'main', '--set', set, '--version', '2')).err).toContain(
    'Name the project whose repository has the commit',
  )
})

test('what is wrong with a folder is printed with its line, and nothing is published', async () => {
  const set = aPrefix()
  using terminal = await aTerminal({ [`library/${config}`]: 'pipelines: [{ pipeline: gone.orch.yaml }]' })
  const { code, err } = await terminal.run('publish', 'library', '--set', set, '--version', '1')
  expect([code, err]).toEqual([1, expect.stringContaining('There is no pipeline file "gone.orch.yaml"')])
  expect((await terminal.run('show', set)).code).toBe(1)
})

test('parameters of two versions are compared, and who runs the older is listed', async () => {
  const set = aPrefix()
  const { name, projectId } = await aNamedProject()
  const cities = (...columns: string[]): PieceVariable => ({
    type: 'GRID',
    columns: Object.fromEntries(columns.map((column) => [column, { columnType: 'TEXT' }])),
    defaultValue: [],
  })
  const old = library({ region: parameter('north'), most: parameter('1', 'NUMBER'), cities: cities('name') })
  const now = library(
    { region: parameter('south'), since: parameter(''), cities: cities('name', 'size') },
    { since: { required: true } },
  )
  using terminal = await aTerminal(old)
  await terminal.run('publish', 'library', '--set', set, '--version', '1', '-p', name)
  await publish(api, projectId, { 'Main.orch.yaml': callerOf(`${set}#customers`) })
  using newer = await aTerminal(now)
  await newer.run('publish', 'library', '--set', set, '--version', '2')
  const { out } = await terminal.run('diff', `${set}#customers`, '--from', '1')
  expect(out.split('\n')).toEqual([
    '+ since  TEXT  required',
    '- most  NUMBER',
    '~ region  default "north" → "south"',
    '~ cities  columns name → name, size',
    'Callers may have to be changed.',
    '',
  ])
  expect((await terminal.run('diff', `${set}#customers`, '--from', '1', '--to', '1')).out).toContain(
    'are the same',
  )
  expect((await terminal.run('diff', set, '--from', '1')).err).toContain('names no shared pipeline')
  const users = await terminal.run('users', set)
  expect(users.out).toMatch(new RegExp(`${name} +Development +customers +1 \\(older\\) +Main`))
  expect((await terminal.run('users', set, '--version', '2')).out).toContain('Nobody that you may see')
})

test('a version is disabled after a question that counts its users, and enabled again', async () => {
  const set = aPrefix()
  const { name, projectId } = await aNamedProject()
  using terminal = await aTerminal(library({}))
  await terminal.run('publish', 'library', '--set', set, '--version', '1', '-p', name)
  await publish(api, projectId, { 'Main.orch.yaml': callerOf(`${set}#customers`) })
  const asked = await terminal.run('disable', set, '1')
  expect([asked.code, asked.err]).toEqual([
    1,
    expect.stringContaining('1 published version goes on running it'),
  ])
  expect((await terminal.run('disable', set, '1', '--yes')).out).toBe(`Disabled version 1 of ${set}.\n`)
  expect((await terminal.run('show', set, '--version', '1')).out).toContain('(disabled)')
  expect((await terminal.run('enable', set, '1')).out).toBe(`Enabled version 1 of ${set}.\n`)
})

test('a set is shared with a project and no longer, after a question; users that lost it are marked', async () => {
  const set = aPrefix()
  const [owner, other] = [await aNamedProject(), await aNamedProject()]
  using terminal = await aTerminal(library({}))
  await terminal.run('publish', 'library', '--set', set, '--version', '1', '-p', owner.name)
  expect((await terminal.run('sharing', set)).out).toBe(
    `Owner: ${owner.name}\nNo other projects may run ${set}.\n`,
  )
  const shared = await terminal.run('sharing', set, '--add', other.name)
  expect(shared).toMatchObject({ code: 0, err: '' })
  expect(shared.out).toContain(`These may run ${set} too: ${other.name}\n`)
  await publish(api, other.projectId, { 'Main.orch.yaml': callerOf(`${set}#customers`) })
  const asked = await terminal.run('sharing', set, '--remove', other.name)
  expect([asked.code, asked.err]).toEqual([1, expect.stringContaining('fail at their next run')])
  expect((await terminal.run('sharing', set, '--remove', other.name, '--yes')).code).toBe(0)
  expect((await terminal.run('users', set)).out).toMatch(/1 \(not shared any more\)/)
  expect((await terminal.run('sharing', set, '--remove', other.name, '--yes')).err).toContain(
    `is not shared with ${other.name}`,
  )
  expect((await terminal.run('sharing', set, '--all-projects')).out).toContain(`All projects may run ${set}`)
  expect((await terminal.run('sharing', set, '--no-all-projects', '--yes')).out).toContain(
    'No other projects',
  )
})

test('who may not write in the owner may not publish, share or disable', async () => {
  const set = aPrefix()
  const { name, projectId } = await aNamedProject()
  using terminal = await aTerminal(library({}))
  await terminal.run('publish', 'library', '--set', set, '--version', '1', '-p', name)
  const credential = await api.credential({
    accountRole: 'USER',
    projectRoles: [{ projectId, role: 'CONTRIBUTOR' }],
  })
  using member = await aTerminal(library({}), { env: loginTo(api, credential) })
  for (const args of [
    ['publish', 'library', '--set', set, '--version', '2'],
    ['disable', set, '1', '--yes'],
    ['sharing', set, '--all-projects'],
  ])
    expect(await member.run(...args)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/ADMIN|permission/i),
    })
  expect((await member.run('show', set)).code).toBe(0)
})
