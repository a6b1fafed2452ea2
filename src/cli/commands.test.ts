import { mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { expect, test } from 'vitest'
import { addServerCommands } from '../roles/commands/commands.ts'
import { addClientCommands } from './commands.ts'
import { profilePath } from './terminal/profile.ts'
import { credential, json, paged, problem, startApi } from './testing/loopback-api.ts'
import { loginTo, openTerminal } from './testing/terminal.ts'

const demo = {
  id: '0195b1c2-0000-7000-8000-000000000001',
  name: 'Demo',
  warehouse: 'DUCKDB',
  description: '',
}
const other = { ...demo, id: '0195b1c2-0000-7000-8000-000000000002', name: 'Other' }
const runner = { agentId: '0195b1c2-0000-7000-8000-000000000003', name: 'local' }
const demoPath = `/v1/projects/${demo.id}`
const projects = { 'GET /v1/projects': paged([demo, other]), [`GET ${demoPath}`]: paged([]) }

test('a list is a table, JSON for programs, and a sentence when it is empty', async () => {
  await using api = await startApi({ ...projects, [`GET ${demoPath}/environments`]: paged([]) })
  using terminal = openTerminal({ env: loginTo(api, credential) })
  const table = await terminal.run('projects')
  expect(table.out.split('\n')[0]).toMatch(/^NAME +WAREHOUSE +ID +DESCRIPTION$/)
  expect(table.out).toContain(demo.id)
  expect(JSON.parse((await terminal.run('projects', '--json')).out)).toEqual([demo, other])
  const empty = await terminal.run('environments', '-p', 'demo')
  expect(empty.out).toContain('Project Demo has no environment yet')
  expect(JSON.parse((await terminal.run('environments', 'list', '-p', 'Demo', '--json')).out)).toEqual([])
})

test('version says what schedules go by, without a server', async () => {
  using terminal = openTerminal()
  const { code, out } = await terminal.run('version')
  expect(code).toBe(0)
  expect(out).toMatch(/^Headrace \d+\.\d+\.\d+\nNode \d+\.\d+\.\d+\ntime-zone data \d{4}[a-z]+\n$/)
  expect(JSON.parse((await terminal.run('version', '--json')).out)).toMatchObject({
    timeZoneData: process.versions['tz'],
  })
})

test('a project that is not there is answered with those there are, and the exit code 1', async () => {
  await using api = await startApi(projects)
  using terminal = openTerminal({ env: loginTo(api, credential) })
  const { code, out, err } = await terminal.run('environments', '--project', 'Nope')
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(err).toBe('Error: No project "Nope" that you have access to.\nAvailable: Demo, Other\n')
  const failed = await terminal.run('environments', '--project', 'Nope', '--json')
  expect(JSON.parse(failed.err).error.hint).toBe('Available: Demo, Other')
})

test('nothing is destroyed without a yes', async () => {
  await using api = await startApi({
    ...projects,
    [`DELETE ${demoPath}`]: (_, response) => void response.writeHead(204).end(),
  })
  const deletions = () => api.requests.filter(({ method }) => method === 'DELETE').length
  const env = loginTo(api, credential)
  using script = openTerminal({ env })
  expect(await script.run('projects', 'delete', 'Demo')).toMatchObject({ code: 1 })
  using unsure = openTerminal({ env, interactive: true, answer: '' })
  expect(await unsure.run('projects', 'delete', 'Demo')).toMatchObject({ code: 1 })
  expect(deletions()).toBe(0)
  using sure = openTerminal({ env, interactive: true, answer: 'y' })
  expect(await sure.run('projects', 'delete', 'Demo')).toMatchObject({ code: 0 })
  expect(await script.run('projects', 'delete', 'Demo', '--yes')).toMatchObject({ code: 0 })
  expect(deletions()).toBe(2)
})

test('an environment gets the only runner there is', async () => {
  await using api = await startApi({
    ...projects,
    'GET /v1/agents': paged([runner]),
    [`POST ${demoPath}/environments`]: (request, response) =>
      json(response, 201, JSON.parse(request.body.toString())),
  })
  using terminal = openTerminal({ env: loginTo(api, credential) })
  const created = await terminal.run('environments', 'create', 'Test', '-p', 'Demo', '--json')
  expect(JSON.parse(created.out)).toEqual({ name: 'Test', defaultAgentId: runner.agentId })
})

test('a new runner comes with its credential', async () => {
  await using api = await startApi({
    'POST /v1/agents': (_, response) => json(response, 201, { ...runner, name: 'two' }),
    [`GET /v1/agents/${runner.agentId}/credentials`]: (_, response) =>
      json(response, 200, { clientId: 'r', clientSecret: 'hidden' }),
  })
  using terminal = openTerminal({ env: loginTo(api, credential) })
  const { out } = await terminal.run('runners', 'create', 'two')
  expect(out).toContain('Client secret: hidden')
  expect(JSON.parse(api.requests[0]!.body.toString())).toEqual({
    name: 'two',
    agentType: 'pipeline',
    cloudProvider: 'self_hosted',
    deployment: 'process',
  })
})

test('login checks the credential and remembers it with its token, for its owner only', async () => {
  await using api = await startApi({
    ...projects,
    'GET /v1/session': (_, response) => json(response, 200, {}),
    'GET /projects/v1/session': (_, response) => void response.writeHead(200).end('<!doctype html>'),
  })
  using terminal = openTerminal({ stdin: `${credential.clientSecret}\n` })
  const args = ['login', '--url', api.origin, '--client-id', credential.clientId, '--client-secret-stdin']
  expect(await terminal.run(...args)).toMatchObject({ code: 0 })
  const path = profilePath(terminal.terminal)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  const saved = JSON.parse(readFileSync(path, 'utf8'))
  expect(saved).toMatchObject({ url: api.url, ...credential, token: { accessToken: 'token-1' } })
  await terminal.run('projects')
  expect(api.tokenRequests).toHaveLength(1)
  api.revokeTokens()
  expect(await terminal.run('projects')).toMatchObject({ code: 0 })
  expect(JSON.parse(readFileSync(path, 'utf8')).token.accessToken).toBe('token-2')

  // A disk that cannot be written keeps no token, and no command from working.
  mkdirSync(`${path}.${process.pid}`)
  api.revokeTokens()
  expect(await terminal.run('projects')).toMatchObject({ code: 0 })
  expect(JSON.parse(readFileSync(path, 'utf8')).token.accessToken).toBe('token-2')

  using wrong = openTerminal({ stdin: 'wrong' })
  expect(await wrong.run(...args)).toMatchObject({ code: 1 })
  expect(() => statSync(profilePath(wrong.terminal))).toThrow()
  using elsewhere = openTerminal({ stdin: credential.clientSecret })
  const page = args.with(2, `${api.origin}/projects`)
  expect(await elsewhere.run(...page)).toMatchObject({
    code: 1,
    err: expect.stringContaining('not from Headrace'),
  })
  expect(() => statSync(profilePath(elsewhere.terminal))).toThrow()
  using readOnly = openTerminal({ stdin: credential.clientSecret })
  mkdirSync(`${profilePath(readOnly.terminal)}.${process.pid}`, { recursive: true })
  expect(await readOnly.run(...args)).toMatchObject({
    code: 1,
    err: expect.stringContaining('could not be written'),
  })
})

test('login takes a personal access token, and says whose it is', async () => {
  const session = { kind: 'USER', id: demo.id, name: 'Ada', accountRole: 'USER', accountPermissions: [] }
  await using api = await startApi({
    ...projects,
    'GET /v1/session': (_, response) => json(response, 200, session),
  })
  using terminal = openTerminal({ stdin: 'token-1\n' })
  const args = ['login', '--url', api.origin, '--token-stdin']
  expect(await terminal.run(...args)).toMatchObject({ code: 0, out: expect.stringContaining('as Ada;') })
  const saved = JSON.parse(readFileSync(profilePath(terminal.terminal), 'utf8'))
  expect(saved).toEqual({ url: api.url, personalToken: 'token-1' })
  expect((await terminal.run('projects')).out).toContain('Demo')
  expect(api.tokenRequests).toEqual([])
  api.revokeTokens()
  const refused = await terminal.run('projects')
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('The access token is not valid') })

  using wrong = openTerminal({ stdin: 'wrong' })
  expect(await wrong.run(...args)).toMatchObject({ code: 1 })
  expect(() => statSync(profilePath(wrong.terminal))).toThrow()
  using inEnv = openTerminal({ env: { HEADRACE_URL: api.url, HEADRACE_TOKEN: 'token-2' } })
  expect((await inEnv.run('projects')).out).toContain('Demo')
  expect(await inEnv.run('--profile', 'other', 'projects')).toMatchObject({ code: 1 })
})

test('a local installation is used when nothing else is configured', async () => {
  await using api = await startApi(projects)
  using terminal = openTerminal()
  mkdirSync(join(terminal.folder, '.headrace'))
  const write = (name: string, value: object) =>
    writeFileSync(join(terminal.folder, '.headrace', name), JSON.stringify(value))
  write('headrace.json', { url: api.origin, basePath: '/api', pid: 1 })
  write('admin-credentials.json', credential)
  expect((await terminal.run('projects')).out).toContain('Demo')
})

test('publishing sends each text file as a part named by its path, and nothing hidden', async () => {
  let parts: FormData | undefined
  await using api = await startApi({
    ...projects,
    [`POST ${demoPath}/artifacts`]: async (request, response) => {
      const type = request.headers['content-type']!
      parts = await new Response(new Uint8Array(request.body), {
        headers: { 'content-type': type },
      }).formData()
      const fault = { severity: 'error', file: 'a.orch.yaml', line: 3, rule: 'r', message: 'Wrong' }
      const { versionname: versionName, environmentname: environmentName } = request.headers
      json(response, 201, { versionName, environmentName, pipelineCount: 2, fileCount: 4, faults: [fault] })
    },
  })
  using terminal = openTerminal({ env: loginTo(api, credential) })
  const folder = join(terminal.folder, 'project')
  for (const name of ['.git', 'node_modules', 'sub folder'])
    mkdirSync(join(folder, name), { recursive: true })
  const write = (path: string, content: string | Buffer) => writeFileSync(join(folder, path), content)
  write('a.orch.yaml', 'type: orchestration # ü')
  write('sub folder/b.tran.yaml', 'b')
  write('sub folder/query.sql', 'select 1')
  write('c.orch.yml', 'c')
  for (const hidden of ['.git/config.yaml', 'node_modules/x.orch.yaml', '.env']) write(hidden, 'hidden')
  write('picture.png', Buffer.from([0x89, 0x50, 0, 1]))
  symlinkSync('/etc/hostname', join(folder, 'link.sql'))

  const args = ['project', '--project', 'Demo', '--environment', 'Development', '--version', '1.0']
  const { code, out, err } = await terminal.run('publish', ...args)
  expect(code).toBe(0)
  expect(err).toBe(
    'Left out, because not text: picture.png\n' +
      'Not taken for pipelines, whose names end in .orch.yaml or .tran.yaml, in lower case: c.orch.yml\n',
  )
  expect(out).toContain('a.orch.yaml:3: error: Wrong (r)')
  expect(out).toContain('Published 2 pipelines (4 files) as version 1.0 in environment Development')
  const sent = ['a.orch.yaml', 'c.orch.yml', 'sub folder/b.tran.yaml', 'sub folder/query.sql']
  expect([...parts!.keys()]).toEqual(sent)
  expect(await (parts!.get('a.orch.yaml') as File).text()).toBe('type: orchestration # ü')
})

test('a version that has the files of a commit already is published where that is enough', async () => {
  const details = { versionName: '1.0', environmentName: 'Development', commitHash: 'abc' }
  await using api = await startApi({
    ...projects,
    [`POST ${demoPath}/artifacts`]: (_, response) => problem(response, 409, 'Already there'),
    [`GET ${demoPath}/artifacts/details`]: (_, response) =>
      json(response, 200, { ...details, files: [{ path: 'a.orch.yaml', bytes: 2 }] }),
  })
  using terminal = openTerminal({ env: loginTo(api, credential) })
  const publish = (commit: string, ...more: string[]) => {
    const version = ['-p', 'Demo', '-e', 'Development', '--version', '1.0', '--commit', commit]
    return terminal.run('publish', '.', ...version, ...more)
  }
  writeFileSync(join(terminal.folder, 'a.orch.yaml'), 'ü')
  expect(await publish('abc', '--unless-published')).toMatchObject({
    code: 0,
    out: 'Version 1.0 in environment Development of project Demo has these files already.\n',
  })
  const refused = { code: 1, err: expect.stringContaining('Already there') }
  expect(await publish('abc')).toMatchObject(refused)
  expect(await publish('abd', '--unless-published')).toMatchObject(refused)
  const version = ['-p', 'Demo', '-e', 'Development', '--version', '1.0', '--unless-published']
  const needing = { code: 1, err: expect.stringContaining('--unless-published needs --commit') }
  expect(await terminal.run('publish', '.', ...version)).toMatchObject(needing)
  expect(await publish('', '--unless-published')).toMatchObject(needing)
  writeFileSync(join(terminal.folder, 'a.orch.yaml'), 'longer')
  expect(await publish('abc', '--unless-published')).toMatchObject(refused)
})

test('publishing says which pipelines of the version before are not in the new one', async () => {
  const names = ['a', 'Load orders', ...Array.from({ length: 5 }, (_, i) => `sub/${i}`)]
  const files = [
    ...names.map((name) => ({ path: `${name}.orch.yaml`, bytes: 1 })),
    { path: 'q.sql', bytes: 1 },
  ]
  await using api = await startApi({
    ...projects,
    [`POST ${demoPath}/artifacts`]: (_, response) =>
      json(response, 201, {
        versionName: '2',
        environmentName: 'Development',
        pipelineCount: 1,
        fileCount: 1,
        faults: [],
      }),
    [`GET ${demoPath}/artifacts/details`]: (request, response) => {
      const isNewest = request.path.endsWith('?environmentName=Development')
      if (isNewest) json(response, 200, { versionName: '1', environmentName: 'Development', files })
      else problem(response, 404, 'Nothing is published')
    },
  })
  using terminal = openTerminal({ env: loginTo(api, credential) })
  writeFileSync(join(terminal.folder, 'a.orch.yaml'), 'a')
  const publish = (environment: string) =>
    terminal.run('publish', '.', '-p', 'Demo', '-e', environment, '--version', '2')
  expect(await publish('Development')).toMatchObject({
    code: 0,
    err: '6 pipelines of version 1 are not in this one: Load orders, sub/0, sub/1, sub/2, sub/3 and 1 more\n',
  })
  files.splice(1, 6)
  expect(await publish('Development')).toMatchObject({ code: 0, err: '' })
  expect(await publish('Production')).toMatchObject({ code: 0, err: '' })
})

test('a folder without pipelines is not published', async () => {
  using terminal = openTerminal()
  const { code, err } = await terminal.run('publish', '.', '-p', 'x', '-e', 'y', '--version', '1')
  expect(code).toBe(1)
  expect(err).toContain('No pipelines in .')
})

test('validate names file, line and rule of each fault without a server', async () => {
  using terminal = openTerminal()
  writeFileSync(join(terminal.folder, 'bad.orch.yaml'), 'type: orchestration\npipeline: 7\n')
  const { code, out } = await terminal.run('validate', '.')
  expect(code).toBe(1)
  expect(out).toMatch(/^bad\.orch\.yaml:\d+: error: .+ \([a-z-]+\)$/m)
  expect(out).toMatch(/^1 pipeline: [1-9]\d* errors?, 0 warnings\.$/m)
  const faults = JSON.parse((await terminal.run('validate', '.', '--json')).out)
  expect(faults[0]).toMatchObject({ file: 'bad.orch.yaml', severity: 'error' })
})

test('every command is described by a sentence that says what it does', () => {
  const described = (command: Command): string[] => [
    command.summary(),
    command.description(),
    ...command.commands.flatMap(described),
  ]
  const program = new Command()
  addServerCommands(program)
  using terminal = openTerminal()
  addClientCommands(program, terminal.terminal)
  const others = program.commands
    .flatMap(described)
    .filter((text) => text !== '' && !/^[A-Z][a-z]+s\b/.test(text))
  expect(others).toEqual([])
})
