import { execFile, execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHeadrace } from '../../clients/typescript/src/headrace.ts'
import { buildTypescriptClient } from '../../scripts/build-clients.ts'
import { anAssistant } from '../support/assistant.ts'
import { commit, inBash, replayAction, replayTemplate } from '../support/ci-steps.ts'
import { bash, orchestration, start } from '../support/pipelines.ts'
import { aPublishedProject } from '../support/platform.ts'
import { installedPythonClient, pythonChecks, whyNoPython } from '../support/python-client.ts'
import { usePlatform } from '../support/use-platform.ts'

/** It compiles twice and starts a platform; npm and Bash are processes of their own. */
const PATIENCE_MS = 300_000

/** The package of the client as a program installs it, before the really started platform. */
const platform = usePlatform()
let root = ''

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'headrace-client-'))
  const built = join(root, 'built')
  await buildTypescriptClient(built)
  const report = execFileSync('npm', ['pack', built, '--json'], { cwd: root, encoding: 'utf8' })
  const [{ filename } = { filename: '' }] = Object.values(
    JSON.parse(report) as Record<string, { filename: string }>,
  )
  const installed = join(root, 'node_modules/headrace-client')
  await mkdir(installed, { recursive: true })
  execFileSync('tar', ['-xzf', join(root, filename), '-C', installed, '--strip-components=1'])
  for (const name of ['openapi-fetch', 'openapi-typescript-helpers', '@types', 'undici-types'])
    await symlink(resolve('node_modules', name), join(root, 'node_modules', name))
}, PATIENCE_MS)
afterAll(() => rm(root, { recursive: true, force: true }))

async function login() {
  const path = join(platform.folder, 'admin-credentials.json')
  const { clientId, clientSecret } = JSON.parse(await readFile(path, 'utf8')) as Record<string, string>
  return { url: platform.origin, clientId: clientId!, clientSecret: clientSecret! }
}

/** What the examples of the clients' pages run. */
const hello = `
pipeline:
  components:
    Start: { type: "start", transitions: { unconditional: ["Say"] } }
    Say: { type: "print-variables", parameters: { variablesToPrint: [["city"]] } }
  variables:
    city:
      metadata: { type: "TEXT", description: "", scope: "COPIED", visibility: "PUBLIC" }
      defaultValue: "Oslo"
`

test('the example of its page compiles and runs with the packed client', {
  timeout: PATIENCE_MS,
}, async () => {
  const project = await aPublishedProject(platform.client, { 'hello.orch.yaml': hello })
  const page = await readFile('docs/guides/typescript-client.md', 'utf8')
  const [, example] = /```ts\n([\s\S]*?)```/.exec(page)!
  await writeFile(join(root, 'package.json'), '{ "type": "module" }')
  await writeFile(join(root, 'example.ts'), example!)
  const run = promisify(execFile)
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--types', 'node']
  const tsc = resolve('node_modules/typescript/bin/tsc')
  const compiled = await run(process.execPath, [tsc, ...options, '--target', 'es2024', 'example.ts'], {
    cwd: root,
  })
  expect(compiled.stdout).toBe('')
  const { url, clientId, clientSecret } = await login()
  const env = { HEADRACE_URL: url, HEADRACE_CLIENT_ID: clientId, HEADRACE_CLIENT_SECRET: clientSecret }
  const { stdout } = await run(process.execPath, ['example.ts'], { cwd: root, env })
  expect(stdout).toContain(`${project.name}\nSUCCESS\n`)
  expect(stdout).toContain('city = Bergen')
  expect(stdout).toMatch(/\n404\n$/)
})

test('lists are read page by page, and a log is followed while it is written', {
  timeout: PATIENCE_MS,
}, async () => {
  const headrace = createHeadrace(await login())
  const project = await aPublishedProject(platform.client, {
    'slow.orch.yaml': orchestration({ Start: start('Say'), Say: bash('echo first; sleep 1; echo last') }),
  })
  const path = { projectId: project.projectId }
  const named = Array.from({ length: 101 }, (_, i) => ({ name: `v${i}`, type: 'TEXT', behaviour: 'COPIED' }))
  const variables = `/v1/projects/${path.projectId}/variables`
  await Promise.all(named.map((json) => platform.client.call('POST', variables, { json })))
  const names = new Set<string>()
  for await (const { name } of headrace.all('/v1/projects/{projectId}/variables', { path })) names.add(name)
  expect(names.size).toBe(101)
  const id = await project.run('slow')
  const lines: string[] = []
  for await (const { text } of headrace.followLogs(id)) lines.push(text)
  expect(lines.filter((line) => line === 'first' || line === 'last')).toEqual(['first', 'last'])
  const executions: string[] = []
  for await (const { pipelineExecutionId } of headrace.all('/v1/pipeline-executions', { query: path }))
    executions.push(pipelineExecutionId)
  expect(executions).toEqual([id])
})

/** A project with a repository, whose branch "main" has a pipeline and whose environments are these. */
async function aProjectToWorkOn(...environments: readonly string[]) {
  const { projectId, name } = await aPublishedProject(platform.client, {
    'old.orch.yaml': orchestration({ Start: start() }),
  })
  const path = `/v1/projects/${projectId}`
  const create = (rest: string, json: object) => platform.client.call('POST', `${path}/${rest}`, { json })
  const [{ defaultAgentId } = { defaultAgentId: '' }] = await platform.client.all<{ defaultAgentId: string }>(
    `${path}/environments`,
  )
  for (const environment of environments) await create('environments', { name: environment, defaultAgentId })
  await create('repositories', { provider: 'hosted' })
  const content = orchestration({ Start: start('Say'), Say: bash('echo hello') })
  await create('repositories/commits', {
    branch: 'main',
    message: 'Begin',
    changes: [{ path: 'greet.orch.yaml', content }],
  })
  return { name, path, create }
}

async function assistantEnv() {
  const { url, clientId, clientSecret } = await login()
  return { HEADRACE_URL: url, HEADRACE_CLIENT_ID: clientId, HEADRACE_CLIENT_SECRET: clientSecret }
}

const count = (content: string) => ({ path: 'count.orch.yaml', content })
const commitOf = (project: string, branch: string, content: string) => ({
  project,
  branch,
  message: 'Count orders',
  files: [count(content)],
})

test('an assistant authors on a branch, runs it, and finds why it failed, without seeing a secret', {
  timeout: PATIENCE_MS,
}, async () => {
  const { name: project, create } = await aProjectToWorkOn()
  await create('secrets', { name: 'token', value: 'hunter2-hunter2' })
  await using assistant = await anAssistant(await assistantEnv())
  const failing = orchestration({
    Start: start('Greet', 'Count'),
    Greet: { type: 'run-orchestration', parameters: { orchestrationJob: 'greet' } },
    Count: {
      type: 'bash-script',
      parameters: {
        script: 'echo "$TOKEN"; echo "no table orders" >&2; exit 3',
        secretVariables: [['TOKEN', 'token']],
      },
    },
  })
  const wrong = count(orchestration({ Start: start('Nowhere') }))
  expect(await assistant.read('validate_files', { project, files: [wrong] })).toMatchObject({ valid: false })
  const right = count(failing)
  expect(await assistant.read('validate_files', { project, files: [right] })).toMatchObject({ valid: true })
  const branch = 'count-orders'
  await assistant.read('create_branch', { project, branch })
  await assistant.read('commit_files', commitOf(project, branch, failing))
  expect(await assistant.read('show_diff', { project, from: 'main', to: branch })).toMatchObject({
    results: [{ path: 'count.orch.yaml', change: 'ADDED' }],
  })
  expect(await assistant.read('review_branch', { project, branch })).toHaveProperty('findings')
  const run = { project, pipeline: 'count', ref: branch, environment: 'Development', waitSeconds: 50 }
  const ended = await assistant.read<{ pipelineExecutionId: string }>('run_pipeline', run)
  expect(ended).toMatchObject({ ended: true, status: 'FAILED', next: 'explain_failure' })
  const { pipelineExecutionId: execution } = ended
  const { text } = await assistant.call('explain_failure', { execution })
  expect(JSON.parse(text)).toMatchObject({ failedSteps: [{ pipeline: 'count', name: 'Count' }] })
  expect(text).toContain('no table orders')
  const shown = await assistant.call('read_pipeline', { project, name: 'count', execution })
  expect(shown.text).toContain('no table orders')
  const log = await assistant.call('read_log', { execution })
  expect(log.text).toContain('***')
  for (const said of [text, shown.text, log.text]) expect(said).not.toContain('hunter2')
})

test('an assistant neither publishes by a commit nor runs in production by itself', {
  timeout: PATIENCE_MS,
}, async () => {
  const { name: project, path, create } = await aProjectToWorkOn('Production')
  await create('repositories/branches', { name: 'live' })
  await create('repositories/publications', { branch: 'live', environmentName: 'Production' })
  await using assistant = await anAssistant(await assistantEnv())
  expect(await assistant.read('list_environments', { project })).toMatchObject({
    results: [
      { name: 'Development', production: false },
      { name: 'Production', production: true },
    ],
  })
  for (const branch of ['main', 'live']) {
    const refused = await assistant.call('commit_files', commitOf(project, branch, orchestration({})))
    expect(refused).toMatchObject({ isError: true, text: expect.stringContaining('nothing was written') })
  }
  const again = await assistant.call('create_branch', { project, branch: 'live' })
  expect(again).toMatchObject({ isError: true, text: expect.stringContaining('is published automatically') })
  const run = { project, pipeline: 'old', environment: 'Production' }
  const refused = await assistant.call('run_pipeline', run)
  expect(refused).toMatchObject({ isError: true, text: expect.stringContaining('nothing was done') })
  const projectId = path.split('/').at(-1)!
  const query = { projectId, environmentName: 'Production' }
  const runs = await platform.client.get<{ results: object[] }>('/v1/pipeline-executions', query)
  expect(runs.results).toEqual([])
})

test('an assistant publishes, and runs in production, only where the user granted it', {
  timeout: PATIENCE_MS,
}, async () => {
  const { name: project } = await aProjectToWorkOn('Production')
  const env = await assistantEnv()
  await using reader = await anAssistant(env, '--read-only')
  const offered = await reader.tools()
  expect(offered.filter(({ annotations }) => annotations?.readOnlyHint !== true)).toEqual([])
  await using author = await anAssistant(env)
  expect((await author.tools()).map(({ name }) => name)).not.toContain('publish_version')
  await using publisher = await anAssistant(env, '--allow-publish', '--allow-production')
  const target = { project, environment: 'Production' }
  const made = { ...target, ref: 'main', version: '2' }
  expect(await publisher.read('publish_version', made)).toMatchObject({ versionName: '2', faults: [] })
  const run = { ...target, pipeline: 'greet', waitSeconds: 50 }
  expect(await publisher.read('run_pipeline', run)).toMatchObject({ ended: true, status: 'SUCCESS' })
})

/** A server that breaks the first connection, refuses the next POST for a while, and gives its keys. */
async function aStumblingServer() {
  const keys: (string | undefined)[] = []
  const answer: RequestListener = (request, response) => {
    keys.push(request.headers['idempotency-key'] as string | undefined)
    if (keys.length === 1) request.socket.destroy()
    else if (keys.length === 2) response.writeHead(503, { 'retry-after': '0' }).end()
    else response.writeHead(201, { 'content-type': 'application/json' }).end('{"id":"a","name":"Sales"}')
  }
  const server = createServer(answer).listen(0, '127.0.0.1')
  await new Promise((listening) => server.once('listening', listening))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const expectOneKey = () => {
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
    expect(new Set(keys).size).toBe(1)
    expect(keys).toHaveLength(3)
  }
  return { url, expectOneKey, [Symbol.dispose]: () => server.close() }
}

test('a POST whose connection breaks or that is refused for a while is sent again with its key', async () => {
  using server = await aStumblingServer()
  const { api } = createHeadrace({ url: server.url, token: 'a token' })
  const { data } = await api.POST('/v1/projects', { body: { name: 'Sales' } })
  expect(data).toMatchObject({ name: 'Sales' })
  server.expectOneKey()
})

test.skipIf(whyNoPython() !== undefined)(
  'the Python client runs its page, pages lists, and repeats with one key',
  {
    timeout: PATIENCE_MS,
  },
  async () => {
    const python = await installedPythonClient(join(root, 'python'))
    const project = await aPublishedProject(platform.client, {
      'hello.orch.yaml': hello,
      'slow.orch.yaml': orchestration({ Start: start('Say'), Say: bash('echo first; sleep 1; echo last') }),
    })
    const page = await readFile('docs/guides/python-client.md', 'utf8')
    const [, example] = /```python\n([\s\S]*?)```/.exec(page)!
    // The projects of other tests of this file have no such pipeline.
    const own = example!.replace('headrace.iter_projects()', `[headrace.get_project("${project.projectId}")]`)
    expect(own).not.toBe(example)
    const env = await assistantEnv()
    const printed = await python.run(own, env)
    expect(printed).toContain(`${project.name}\nSUCCESS\n`)
    expect(printed).toContain('city = Bergen')
    expect(printed).toMatch(/\n404 True\n$/)
    const { projectId } = project
    using server = await aStumblingServer()
    const lines = await python.run(pythonChecks, { ...env, PROJECT: projectId, STUMBLING: server.url })
    expect(lines.split('\n')).toEqual([
      '120 120',
      'first last',
      'True',
      'still running',
      'True True',
      'Sales',
      '',
    ])
    server.expectOneKey()
  },
)

/** `npx PACKAGE …` without a registry: the command line of this checkout. */
async function npxOfCheckout(): Promise<string> {
  const bin = join(root, 'bin')
  await mkdir(bin, { recursive: true })
  const text = `#!/usr/bin/env bash\nshift 2\nexec "${process.execPath}" "${resolve('bin/headrace.mjs')}" "$@"\n`
  await writeFile(join(bin, 'npx'), text, { mode: 0o755 })
  return `${bin}:${process.env['PATH']}`
}

/** The branches of the versions in the environment that the tests publish to, by name. */
async function versionsIn(projectId: string): Promise<ReadonlyMap<string, string | undefined>> {
  const [artifacts, environment] = [`/v1/projects/${projectId}/artifacts`, 'environmentName=Development']
  const versions = await platform.client.all<{ versionName: string }>(`${artifacts}?${environment}`)
  const details = versions.map(({ versionName }) =>
    platform.client.get<{ branch?: string }>(
      `${artifacts}/details?${environment}&versionName=${versionName}`,
    ),
  )
  const branches = await Promise.all(details)
  return new Map(versions.map(({ versionName }, at) => [versionName, branches[at]?.branch ?? undefined]))
}

test('the GitHub action and the GitLab template validate, test, publish and run, and stop at what fails', {
  timeout: PATIENCE_MS,
}, async () => {
  const project = await aPublishedProject(platform.client, {
    'old.orch.yaml': orchestration({ Start: start() }),
  })
  const folder = join(root, 'pipelines')
  await mkdir(join(folder, '.github'), { recursive: true })
  const files = {
    'greet.orch.yaml': orchestration({ Start: start('Say'), Say: bash('echo hi') }),
    'break.orch.yaml': orchestration({ Start: start('Fail'), Fail: bash('exit 3') }),
    '.github/other.test.yaml': 'of something else',
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  const { url, clientId, clientSecret } = await login()
  const machine = { PATH: await npxOfCheckout(), HOME: root, RUNNER_TEMP: root }
  const run = inBash(machine, root)
  const inWorkflow = inBash({ ...machine, HEADRACE_TOKEN: 'hrp_of-something-else' }, root)
  const action = 'deploy/github-action/action.yml'
  const untested = await replayAction(action, { folder }, inWorkflow)
  expect([...untested.keys(), untested.get('Test')]).toEqual(['Validate', 'Test', ''])
  await writeFile(
    join(folder, 'greet.test.yaml'),
    'type: test\ntest: { run: { orchestration: greet }, expect: { status: SUCCESS } }\n',
  )
  const inputs = {
    folder,
    url,
    project: project.name,
    environment: 'Development',
    'client-id': clientId,
    'client-secret': clientSecret,
  }
  const printed = await replayAction(action, { ...inputs, version: 'v2', pipeline: 'greet' }, inWorkflow)
  expect([...printed.keys()]).toEqual(['Validate', 'Test', 'Publish', 'Run'])
  expect(printed.get('Test')).toContain('1 test: 1 passed')
  expect(printed.get('Run')).toContain('SUCCESS')
  const tagged = { ...commit, ref_name: 'v3', ref_type: 'tag' }
  const failed = replayAction(action, { ...inputs, version: 'v3', pipeline: 'break' }, inWorkflow, tagged)
  await expect(failed).rejects.toMatchObject({ code: 1, stdout: expect.stringContaining('FAILED') })

  const variables = {
    HEADRACE_FOLDER: folder,
    HEADRACE_URL: url,
    HEADRACE_CLIENT_ID: clientId,
    HEADRACE_CLIENT_SECRET: clientSecret,
    HEADRACE_PROJECT: project.name,
    HEADRACE_ENVIRONMENT: 'Development',
    HEADRACE_PIPELINE: 'greet',
  }
  const template = 'deploy/gitlab/headrace.gitlab-ci.yml'
  const replayed = await replayTemplate(template, variables, run)
  expect(replayed).toContain('1 test: 1 passed')
  expect(replayed).toContain('SUCCESS')
  expect(await replayTemplate(template, variables, run)).toMatch(/has these files already[\s\S]*SUCCESS/)
  await writeFile(join(folder, 'wrong.orch.yaml'), orchestration({ Start: start('Nowhere') }))
  await expect(replayTemplate(template, variables, run)).rejects.toMatchObject({ code: 1 })
  const published = await versionsIn(project.projectId)
  expect([...published.keys()].sort()).toEqual(['1', commit.sha, 'v2', 'v3'].sort())
  // That of a tag comes from no branch.
  expect([published.get('v2'), published.get('v3')]).toEqual(['main', undefined])
})
