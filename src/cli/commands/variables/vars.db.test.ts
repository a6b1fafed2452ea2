import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { useApi } from '../../../../test/support/api.ts'
import { aProject } from '../../../../test/support/factories.ts'
import { loginTo, openTerminal, type TestTerminalOptions } from '../../testing/terminal.ts'

/** `headrace vars` against the real API. */
const api = useApi()
let project: string

beforeEach(async () => {
  project = (await aProject(api, { environments: ['dev', 'prod'] })).projectId
})

async function aTerminal(options: TestTerminalOptions = {}) {
  const credential = await api.credential({ accountRole: 'SUPER_ADMIN' })
  const terminal = openTerminal({ env: loginTo(api, credential), ...options })
  const vars = (...args: string[]) => terminal.run('vars', ...args, '--project', project)
  return { vars, folder: terminal.folder, [Symbol.dispose]: () => terminal[Symbol.dispose]() }
}

test('a variable is set, changed, overridden, read from an environment and unset', async () => {
  using terminal = await aTerminal()
  const { vars } = terminal
  expect((await vars('set', 'region', 'eu')).out).toBe('Created region = eu\n')
  expect((await vars('set', 'region', '--behaviour', 'shared')).out).toBe('Changed region = eu\n')
  expect(await vars('override', 'region', 'prod=us=east')).toMatchObject({ code: 0, out: 'prod=us=east\n' })
  expect((await vars('get', 'region')).out).toBe('eu\n')
  expect((await vars('get', 'region', '-e', 'prod')).out).toBe('us=east\n')
  const inherited = await vars('get', 'region', '-e', 'dev')
  expect([inherited.out, inherited.err]).toEqual(['eu\n', expect.stringContaining('has no override')])
  const { out } = await vars('list')
  expect(out.split('\n')[1]).toMatch(/^region +TEXT +SHARED +eu +prod=us=east$/)
  await vars('unset', 'region', '-e', 'prod', '--yes')
  expect(JSON.parse((await vars('get', 'region', '--json')).out)).toMatchObject({ overrides: [] })
  expect((await vars('unset', 'region')).code).toBe(1)
  expect((await vars('unset', 'region', '--yes')).code).toBe(0)
  expect((await vars('get', 'region')).err).toContain('Variable region does not exist')
})

test('numbers and grids are sent as what they are', async () => {
  using terminal = await aTerminal()
  const { vars, folder } = terminal
  expect((await vars('set', 'limit', '2.5', '--type', 'number')).code).toBe(0)
  expect(JSON.parse((await vars('get', 'limit', '--json')).out)).toMatchObject({ value: 2.5, type: 'NUMBER' })
  expect((await vars('set', 'limit', 'many')).err).toContain('cannot become "many"')
  expect((await vars('set', 'limit', '9007199254740993')).err).toContain(
    'cannot keep 9007199254740993 exactly',
  )
  expect((await vars('set', 'limit', '0x1F')).code).toBe(1)
  writeFileSync(join(folder, 'shops.csv'), 'code,city\n1,Rome\n2,"Bonn, Rhein"\n')
  expect((await vars('set', 'shops', '--grid', 'shops.csv')).code).toBe(0)
  const grid = JSON.parse((await vars('get', 'shops', '--json')).out)
  expect(grid).toMatchObject({
    columns: ['code', 'city'],
    value: [
      ['1', 'Rome'],
      ['2', 'Bonn, Rhein'],
    ],
  })
  expect((await vars('override', 'shops', 'dev=@shops.csv')).code).toBe(0)
})

test('overrides that fail are reported, the others are created, and the exit code says so', async () => {
  using terminal = await aTerminal()
  const { vars } = terminal
  await vars('set', 'v', 'x')
  const { code, out, err } = await vars('override', 'v', 'nowhere=1', 'dev=2')
  expect([code, out]).toEqual([1, 'dev=2\n'])
  expect(err).toContain('1 of 2 overrides failed')
  expect(err).toContain('ENVIRONMENT_NOT_FOUND: The environment nowhere does not exist')
  await vars('override', 'v', 'prod=3', '--dry-run')
  expect(JSON.parse((await vars('get', 'v', '--json')).out).overrides).toHaveLength(1)
})

test.each(['json', 'yaml', 'csv'])(
  'a %s file is exported, compared, and imported after confirmation',
  async (format) => {
    using terminal = await aTerminal({ interactive: true, answer: 'y' })
    const { vars, folder } = terminal
    const file = `variables.${format}`
    await vars('set', 'a', 'one')
    await vars('set', 'b', '2', '--type', 'NUMBER')
    await vars('override', 'a', 'dev=own')
    expect(await vars('export', file)).toMatchObject({ code: 0, out: '', err: `Wrote ${file}.\n` })
    const written = readFileSync(join(folder, file), 'utf8')
    expect(JSON.parse((await vars('export', file, '--json')).out)).toEqual({ file })
    expect(readFileSync(join(folder, file), 'utf8')).toBe(written)
    expect(JSON.parse((await vars('export', '--json')).out)).toHaveProperty('variables')
    expect(await vars('diff', file)).toMatchObject({ code: 0, out: '' })
    const path = join(folder, file)
    writeFileSync(path, readFileSync(path, 'utf8').replace('own', 'new'))
    await vars('set', 'c', 'three')
    const diff = await vars('diff', file, '--replace')
    expect([diff.code, diff.out]).toEqual([1, '~ a [dev]: "own" → "new"\n- c = "three"\n'])
    const imported = await vars('import', file, '--replace')
    expect([imported.code, imported.out]).toEqual([0, `${diff.out}Applied 2 changes.\n`])
    expect(await vars('diff', file, '--replace')).toMatchObject({ code: 0 })
  },
)

test('nothing is imported without confirmation, and all violations of a file are reported', async () => {
  using terminal = await aTerminal()
  const { vars, folder } = terminal
  const variables = [{ name: 'v', type: 'TEXT', behaviour: 'COPIED', value: 'x' }]
  writeFileSync(join(folder, 'v.json'), JSON.stringify({ variables }))
  expect(await vars('import', 'v.json')).toMatchObject({ code: 1, out: '+ v = "x"\n' })
  expect((await vars('list')).out).toContain('no variables yet')
  writeFileSync(join(folder, 'bad.json'), JSON.stringify({ variables: [{ name: 'v' }] }))
  const { err } = await vars('import', 'bad.json', '--yes')
  for (const field of ['type', 'behaviour']) expect(err).toContain(`body/variables/0/${field} is required`)
  expect((await vars('diff', 'v.txt')).err).toContain('must end in .json, .yaml or .csv')
})
