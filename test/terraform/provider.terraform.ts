import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { orchestration, start } from '../support/pipelines.ts'
import { usePlatform } from '../support/use-platform.ts'
import { everything, first, schedules, second } from './everything.ts'
import { aWorkspace, CHANGES, NO_CHANGE, platformLogin, type Workspace } from './tofu.ts'

/** `npm run test:terraform`: a real OpenTofu manages a really started platform with the provider. */
const platform = usePlatform()
let root = ''

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'headrace-terraform-'))
})
afterAll(() => rm(root, { recursive: true, force: true }))

const workspace = () => aWorkspace(root, platform)
const plan = (work: Workspace, ...more: readonly string[]) => work.run('plan', '-detailed-exitcode', ...more)
const apply = (work: Workspace) => work.must('apply', '-auto-approve')

async function expectStable(work: Workspace, ...more: readonly string[]) {
  expect(await plan(work, ...more)).toMatchObject({
    code: NO_CHANGE,
    text: expect.stringContaining('No changes'),
  })
}

const aProject = (name: string, description = '') => `
resource "headrace_project" "one" {
  name        = "${name}"
  description = "${description}"
}
`

async function aUser(userName: string) {
  const meta = { resourceType: 'User' }
  const json = { userName, meta, schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'] }
  await platform.client.call('POST', '/v1/directory-integration/scim/v2/Users', { json })
}

async function publish(projectId: string, versionName: string) {
  const form = new FormData()
  const load = orchestration({ Start: start() })
  form.append('load.orch.yaml', new Blob([load]), 'load.orch.yaml')
  form.append('daily-load.orch.yaml', new Blob([load]), 'daily-load.orch.yaml')
  const headers = { versionName, environmentName: 'Production' }
  await platform.client.call('POST', `/v1/projects/${projectId}/artifacts`, { form, headers })
}

/** The import id of every resource of `everything`, made of its values. */
const importIds: Readonly<Record<string, readonly string[]>> = {
  'headrace_api_credential.one': ['client_id'],
  'headrace_automatic_publication.one': ['project_id', 'environment_name'],
  'headrace_connection.one': ['project_id', 'name'],
  'headrace_connection_override.one': ['project_id', 'environment_name', 'connection_name'],
  'headrace_environment.one': ['project_id', 'name'],
  'headrace_environment_member.one': ['project_id', 'environment_name', 'id'],
  'headrace_project.one': ['id'],
  'headrace_project_member.one': ['project_id', 'id'],
  'headrace_repository.one': ['project_id'],
  'headrace_runner.one': ['id'],
  'headrace_runner_allow_list.one': ['runner_id'],
  'headrace_schedule.cron': ['project_id', 'id'],
  'headrace_schedule.interval': ['project_id', 'id'],
  'headrace_secret.one': ['project_id', 'name'],
  'headrace_user_roles.one': ['user_id'],
  'headrace_variable.grid': ['project_id', 'name'],
  'headrace_variable.number': ['project_id', 'name'],
  'headrace_variable.text': ['project_id', 'name'],
  'headrace_variable_override.number': ['project_id', 'variable_name', 'environment_name'],
}

test('one of everything is created, changed, imported and destroyed, and no plan after it has a change', async () => {
  const name = 'Everything'
  await aUser(name)
  await aUser(`${name} member`)
  const work = await workspace()
  await work.write(everything(name, first))
  await apply(work)
  await expectStable(work)
  const { id: projectId } = (await work.state())['headrace_project.one'] as { id: string }
  await publish(projectId, '1.0')
  await work.write(everything(name, first) + schedules(first))
  await apply(work)
  await expectStable(work)

  const changed = everything(name, second) + schedules(second)
  await work.write(changed)
  const { code, text } = await plan(work)
  expect({ code, replaced: text.match(/must be replaced/g) }).toEqual({ code: CHANGES, replaced: null })
  await apply(work)
  await expectStable(work)

  const state = await work.state()
  const other = await workspace()
  await other.write(changed)
  const managed = Object.keys(state).filter((address) => !address.startsWith('data.'))
  expect(managed.sort()).toEqual(Object.keys(importIds).sort())
  for (const address of managed) {
    const id = importIds[address]!.map((part) => String(state[address]![part])).join('/')
    await other.must('import', address, id)
  }
  // Nothing of a secret is read back: the next application sends it again.
  const imported = await plan(other)
  expect(imported.text).toContain('Plan: 0 to add, 1 to change, 0 to destroy')
  expect(imported.text).toMatch(/headrace_secret\.one will be updated in-place/)

  await work.must('destroy', '-auto-approve')
  expect(await platform.client.all(`/v1/projects?name=${name}`)).toEqual([])
  const roles = await platform.client.get(`/v1/users/${state['headrace_user_roles.one']!['user_id']}/roles`)
  expect(roles).toMatchObject({ accountRole: 'USER', projectRoles: [], environmentAccess: [] })
})

test('no plan and no state has a secret, but the one that is shown once is sensitive', async () => {
  const login = await platformLogin(platform)
  const { call } = platform.client
  const { projectId } = await call<{ projectId: string }>('POST', '/v1/projects', {
    json: { name: 'Origin' },
  })
  await call('POST', `/v1/projects/${projectId}/repositories`, { json: { provider: 'hosted' } })
  const given = ['-var=password=open-sesame', `-var=token=${login.clientSecret}`]
  const configuration = (version: number) => `${aProject('Secrets')}
variable "password" { ephemeral = true }
variable "token" { ephemeral = true }
resource "headrace_secret" "one" {
  project_id       = headrace_project.one.id
  name             = "password"
  value_wo         = var.password
  value_wo_version = ${version}
}
resource "headrace_repository" "one" {
  project_id              = headrace_project.one.id
  provider_name           = "git"
  provider_parameters     = { url = "${platform.origin}/git/${projectId}.git", username = "${login.clientId}" }
  access_token_wo         = var.token
  access_token_wo_version = ${version}
}
resource "headrace_api_credential" "one" { name = "shown once" }
resource "headrace_runner" "one" {
  name           = "ephemeral"
  agent_type     = "pipeline"
  cloud_provider = "self_hosted"
  deployment     = "process"
}
ephemeral "headrace_runner_credential" "one" { runner_id = headrace_runner.one.id }
resource "headrace_secret" "runner" {
  project_id       = headrace_project.one.id
  name             = "runner_secret"
  value_wo         = ephemeral.headrace_runner_credential.one.client_secret
  value_wo_version = 1
}
`
  const work = await workspace()
  for (const version of [1, 2]) {
    await work.write(configuration(version))
    await work.must('plan', '-out=plan', ...given)
    const said = await work.must('apply', ...given, 'plan')
    const credential = (await work.state())['headrace_api_credential.one']!
    expect(credential['client_secret']).toMatch(/\S{20}/)
    expect(said).not.toContain(String(credential['client_secret']))
    const runner = (await work.state())['headrace_runner.one']!
    const path = `/v1/agents/${runner['id']}/credentials`
    const { clientSecret } = await platform.client.get<{ clientSecret: string }>(path)
    const kept = [
      await readFile(join(work.folder, 'terraform.tfstate'), 'utf8'),
      await work.must('show', '-json', 'plan'),
    ]
    for (const secret of ['open-sesame', login.clientSecret, clientSecret])
      expect(kept.filter((text) => text.includes(secret))).toEqual([])
    await expectStable(work, ...given)
  }
  await work.must('destroy', '-auto-approve', ...given)
})

test('what was changed or deleted elsewhere is noticed and put right', async () => {
  const work = await workspace()
  await work.write(`${aProject('Drift', 'ours')}
resource "headrace_variable" "one" {
  project_id = headrace_project.one.id
  name       = "city"
  text       = "Oslo"
}
`)
  await apply(work)
  const { id } = (await work.state())['headrace_project.one'] as { id: string }
  await platform.client.call('PATCH', `/v1/projects/${id}`, { json: { description: 'theirs' } })
  await platform.client.call('DELETE', `/v1/projects/${id}/variables/city`)
  const { code, text } = await plan(work)
  expect({ code, text }).toMatchObject({ code: CHANGES, text: expect.stringContaining('"theirs" -> "ours"') })
  expect(text).toContain('Plan: 1 to add, 1 to change, 0 to destroy')
  await apply(work)
  await expectStable(work)
  await platform.client.call('DELETE', `/v1/projects/${id}`)
  await apply(work)
  await expectStable(work)
  await work.must('destroy', '-auto-approve')
})

const aRunner = (name: string) => `
resource "headrace_runner" "${name}" {
  name           = "${name}"
  agent_type     = "pipeline"
  cloud_provider = "self_hosted"
  deployment     = "process"
  track_name     = "STABLE"
}
`

test('what is taken out of a configuration has its default again, and a schedule the runner of its environment', async () => {
  const work = await workspace()
  const configuration = (runner: string, environment: string, schedule: string) => `${aProject('Defaults')}
${aRunner('second')}
resource "headrace_environment" "one" {
  project_id       = headrace_project.one.id
  name             = "Production"
  default_agent_id = headrace_runner.${runner}.id
  ${environment}
}
${schedule}`
  const schedules = (named: string, pinned: string) => `
resource "headrace_schedule" "pinned" {
  project_id       = headrace_project.one.id
  name             = "pinned"
  pipeline_name    = "${named}"
  environment_name = headrace_environment.one.name
  cron_expression  = "0 0 3 * * ?"
  ${pinned}
}
resource "headrace_schedule" "free" {
  project_id       = headrace_project.one.id
  name             = "${named}"
  pipeline_name    = "${named}"
  environment_name = headrace_environment.one.name
  cron_expression  = "0 0 4 * * ?"
}
`
  const chosen = `default_user_access_level = "admin"
  on_runner_loss            = "FAIL"
  review_before_publishing  = "ERRORS"
  dialect_functions         = false
  database_connection       = { type = "DUCKDB", schema = "extra" }`
  await work.write(aRunner('first') + configuration('first', chosen, ''))
  await apply(work)
  const { id } = (await work.state())['headrace_project.one'] as { id: string }
  await publish(id, '1.0')
  const pinned = schedules('load.orch.yaml', 'runner_id = headrace_runner.first.id')
  await work.write(aRunner('first') + configuration('first', chosen, pinned))
  await apply(work)
  await expectStable(work)

  for (const before of [aRunner('first'), '']) {
    await work.write(before + configuration('second', '', schedules('load', '')))
    await apply(work)
    await expectStable(work)
  }
  const state = await work.state()
  expect(await platform.client.get(`/v1/projects/${id}/environments/Production`)).toMatchObject({
    defaultUserAccessLevel: 'readOnly',
    onRunnerLoss: 'RESUME',
    reviewBeforePublishing: 'OFF',
    dialectFunctions: true,
    connection: { type: 'DUCKDB' },
  })
  const runnerId = state['headrace_runner.second']!['id']
  const found = await platform.client.all(`/v1/projects/${id}/schedules`)
  expect(found).toMatchObject([{ runnerId }, { runnerId }])
  await work.must('destroy', '-auto-approve')
})

test('what changed after the plan was made is not overwritten', async () => {
  const work = await workspace()
  await work.write(aProject('Conflict', 'first'))
  await apply(work)
  const { id } = (await work.state())['headrace_project.one'] as { id: string }
  await work.write(aProject('Conflict', 'second'))
  await work.must('plan', '-out=plan')
  await platform.client.call('PATCH', `/v1/projects/${id}`, { json: { description: 'theirs' } })
  const { code, text } = await work.run('apply', 'plan')
  expect(code).not.toBe(0)
  expect(text.replaceAll(/[\s│]+/g, ' ')).toContain(
    'description changed after the plan was made: plan again to see it',
  )
  expect(await platform.client.get(`/v1/projects/${id}`)).toMatchObject({ description: 'theirs' })
  await work.must('destroy', '-auto-approve')
})

test('refusals say what happened: a name that is taken, a value that is wrong, credentials that are refused', async () => {
  const work = await workspace()
  await work.write(aProject('Taken'))
  await apply(work)
  const other = await workspace()
  await other.write(aProject('Taken'))
  expect((await other.run('apply', '-auto-approve')).text).toMatch(
    /Could not create project: conflict[\s\S]*409/,
  )
  await other.write(`${aProject('Wrong')}
resource "headrace_variable" "one" {
  project_id = headrace_project.one.id
  name       = "two words"
  text       = "x"
}
`)
  const wrong = await other.run('apply', '-auto-approve')
  expect(wrong.text).toMatch(/Could not create variable[\s\S]*400[\s\S]*name/)
  await other.write(`${aProject('Wrong')}
resource "headrace_variable" "one" {
  project_id = headrace_project.one.id
  name       = "two_values"
  text       = "x"
  number     = 1
}
`)
  expect((await other.run('plan')).text).toMatch(/Invalid Attribute Combination[\s\S]*\[text,number,rows\]/)
  await other.write(aProject('Wrong'))
  await other.must('destroy', '-auto-approve')
  await other.write(`provider "headrace" { client_secret = "wrong" }\n${aProject('Refused')}`)
  expect((await other.run('apply', '-auto-approve')).text).toContain(
    'does not accept this client id and secret',
  )
  await work.must('destroy', '-auto-approve')
})

test('data sources find by key and by name, and read every page of a list', async () => {
  const { call } = platform.client
  const { projectId } = await call<{ projectId: string }>('POST', '/v1/projects', {
    json: { name: 'Sources' },
  })
  const names = Array.from({ length: 130 }, (_, i) => `v${i}`)
  for (const name of names) {
    const json = { name, type: 'TEXT', behaviour: 'SHARED', value: name }
    await call('POST', `/v1/projects/${projectId}/variables`, { json })
  }
  const work = await workspace()
  await work.write(`
data "headrace_project" "one" { name = "Sources" }
data "headrace_variables" "all" { project_id = data.headrace_project.one.id }
data "headrace_variable" "one" {
  project_id = data.headrace_project.one.id
  name       = "v7"
}
data "headrace_runner" "local" { name = "local" }
data "headrace_environments" "none" { project_id = data.headrace_project.one.id }
data "headrace_projects" "all" {}
`)
  await apply(work)
  const state = await work.state()
  const all = state['data.headrace_variables.all']!['variables'] as { name: string; text: string }[]
  expect(all.map(({ name }) => name).sort()).toEqual([...names].sort())
  expect(all.every(({ name, text }) => name === text)).toBe(true)
  expect(state['data.headrace_project.one']).toMatchObject({ id: projectId, warehouse: 'DUCKDB' })
  expect(state['data.headrace_variable.one']).toMatchObject({ text: 'v7', number: null })
  expect(state['data.headrace_runner.local']).toMatchObject({ agent_type: 'pipeline' })
  expect(state['data.headrace_environments.none']).toMatchObject({ environments: [] })
  await work.write('data "headrace_project" "none" { name = "Nowhere" }')
  expect((await work.run('plan')).text).toContain('there is no project with the name "Nowhere"')
})

test('the example of the page is applied as it stands there', async () => {
  const page = await readFile('docs/guides/terraform.md', 'utf8')
  const blocks = [...page.matchAll(/^```hcl\n(.*?)^```$/gms)].map((match) => match[1]!)
  expect(blocks).toHaveLength(2)
  const work = await workspace()
  let written = ''
  for (const block of blocks) {
    written += block.replace(/^terraform \{.*?^\}\n/ms, '')
    await work.write(written)
    await work.must('apply', '-auto-approve', '-var=orders_password=x')
    const again = await work.run('plan', '-detailed-exitcode', '-var=orders_password=x')
    expect(again).toMatchObject({ code: NO_CHANGE })
    if (block === blocks[0])
      await publish(String((await work.state())['headrace_project.sales']!['id']), '1.0')
  }
  await work.must('destroy', '-auto-approve', '-var=orders_password=x')
})
