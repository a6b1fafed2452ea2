import { expect, test } from 'vitest'
import { createProgressBar } from '../../terminal/progress-bar.ts'
import { credential, json, paged, startApi } from '../../testing/loopback-api.ts'
import { loginTo, openTerminal } from '../../testing/terminal.ts'

const demo = {
  id: '0195b1c2-0000-7000-8000-000000000001',
  name: 'Demo',
  warehouse: 'DUCKDB',
  description: '',
}
const path = `/v1/projects/${demo.id}`
const projects = { 'GET /v1/projects': paged([demo]) }
const hosted = {
  provider: 'hosted',
  repositoryName: 'hosted',
  providerParameters: {},
  cloneUrl: 'http://localhost/git/x.git',
  migrationInProgress: false,
}

test('the repository of a project is shown with how to clone it', async () => {
  await using api = await startApi({
    ...projects,
    [`GET ${path}/repositories`]: (_, response) => json(response, 200, hosted),
  })
  using terminal = openTerminal({ env: loginTo(api, credential) })
  const { out } = await terminal.run('repo', '-p', 'Demo')
  expect(out).toBe('hosted at hosted\n  clone: git clone http://localhost/git/x.git\n')
})

test('an access token travels in the header, from the environment or standard input, never as an argument', async () => {
  await using api = await startApi({
    ...projects,
    [`POST ${path}/repositories`]: (_, response) => json(response, 201, hosted),
  })
  const where = ['repo', 'set', 'gitlab', '-p', 'Demo', '--param', 'repositoryId=a/b', '--name', 'b']
  using first = openTerminal({ env: { ...loginTo(api, credential), GIT_PROVIDER_ACCESS_TOKEN: 'glpat-1' } })
  expect(await first.run(...where)).toMatchObject({ code: 0 })
  using second = openTerminal({ env: loginTo(api, credential), stdin: 'glpat-2\n' })
  expect(await second.run(...where, '--token-stdin')).toMatchObject({ code: 0 })
  const posts = api.requests.filter(({ method }) => method === 'POST')
  expect(posts.map(({ headers }) => headers['git-provider-access-token'])).toEqual(['glpat-1', 'glpat-2'])
  expect(JSON.parse(posts[0]!.body.toString())).toEqual({
    provider: 'gitlab',
    repositoryName: 'b',
    providerParameters: { repositoryId: 'a/b' },
  })
})

test('a dry run lists every check, and exits with 1 when one failed', async () => {
  const checks = [
    { name: 'TARGET_EXISTS', result: 'PASSED', detail: 'It is there' },
    { name: 'FORCE_PUSH', result: 'FAILED', detail: 'Allow force pushes' },
  ]
  await using api = await startApi({
    ...projects,
    [`POST ${path}/repository-migration`]: (_, response) => json(response, 200, { ready: false, checks }),
  })
  using terminal = openTerminal({ env: loginTo(api, credential) })
  const url = 'https://example.com/x.git'
  const { code, out, err } = await terminal.run(
    'migrate-repo',
    'git',
    '-p',
    'Demo',
    '--url',
    url,
    '--dry-run',
  )
  expect(code).toBe(1)
  expect(out).toBe('✓ It is there\n✗ Allow force pushes\n')
  expect(err).toContain('cannot start yet')
  expect(api.requests.at(-1)!.path).toContain('dryRun=true')
})

test('a watched migration that is left goes on, and programs are told which', async () => {
  await using api = await startApi({
    ...projects,
    [`POST ${path}/repository-migration`]: (_, response) =>
      json(response, 202, { migrationId: 'm', status: 'IN_PROGRESS' }),
    [`GET ${path}/repository-migration/m`]: (_, response) =>
      json(response, 200, { migrationId: 'm', status: 'IN_PROGRESS' }),
  })
  using terminal = openTerminal({
    env: loginTo(api, credential),
    onWait: () => terminal.interrupt(),
  })
  const { code, out } = await terminal.run('migrate-repo', 'hosted', '-p', 'Demo', '--watch', '--json')
  expect({ code, out: JSON.parse(out) }).toEqual({ code: 1, out: { migrationId: 'm', detached: true } })
})

test('a watched migration shows its phases and ends with its result, and waits for a server that is away', async () => {
  let isAway = true
  const migrationId = '0195b1c2-0000-7000-8000-000000000009'
  const states = [
    { status: 'IN_PROGRESS', detail: 'Copying: 1 of 10 objects' },
    { status: 'IN_PROGRESS', detail: 'Copying: 5 of 10 objects' },
    { status: 'IN_PROGRESS', detail: 'Comparing 4 refs' },
    { status: 'SUCCEEDED', detail: 'Moved 4 refs' },
  ]
  await using api = await startApi({
    ...projects,
    [`POST ${path}/repository-migration`]: (_, response) =>
      json(response, 202, { migrationId, status: 'IN_PROGRESS' }),
    [`GET ${path}/repository-migration/${migrationId}`]: (_, response) => {
      if (!isAway) return json(response, 200, states.shift())
      isAway = false
      response.destroy()
    },
  })
  using terminal = openTerminal({ env: loginTo(api, credential) })
  const { code, out, err } = await terminal.run('migrate-repo', 'hosted', '-p', 'Demo', '--watch')
  expect({ code, out }).toEqual({ code: 0, out: 'SUCCEEDED: Moved 4 refs\n' })
  expect(err).toMatch(/^Waiting up to 10 minutes .*\nCopying: 1 of 10 objects\nComparing 4 refs\n$/)
})

test('a migration that fails is a failure of the command', async () => {
  const migrationId = '0195b1c2-0000-7000-8000-000000000009'
  await using api = await startApi({
    ...projects,
    [`POST ${path}/repository-migration`]: (_, response) => json(response, 202, { migrationId }),
    [`GET ${path}/repository-migration/${migrationId}`]: (_, response) =>
      json(response, 200, { status: 'FAILED', detail: 'The target has no space left' }),
  })
  using terminal = openTerminal({ env: loginTo(api, credential) })
  const { code, err } = await terminal.run('migrate-repo', 'hosted', '-p', 'Demo', '--watch')
  expect(code).toBe(1)
  expect(err).toContain('The migration failed: The target has no space left')
})

test('the bar of a terminal grows with what is done, and goes away', () => {
  let written = ''
  const output = { isTTY: true, columns: 80, write: (text: string) => (written += text) }
  const bar = createProgressBar(output, true)
  bar.show('Pushing: 1,500 of 3,000 objects, 1.0 MiB')
  expect(written).toContain('[############............] 50 % Pushing')
  bar.clear()
  expect(written.endsWith('\r\u001b[K')).toBe(true)
})
