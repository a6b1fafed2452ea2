import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { aWorkingCopy, commit, git, refsOf, useFolder } from '../support/git.ts'
import { bash, orchestration, start } from '../support/pipelines.ts'
import { startPlainServer } from '../support/providers/git-server.ts'
import { type Gitlab, startGitlab } from '../support/providers/gitlab.ts'
import { expectAccessible, expectNoSidewaysScroll, useWeb } from '../support/web.ts'

const web = useWeb()
const folder = useFolder()
let gitlab: Gitlab
beforeAll(async () => {
  gitlab = await startGitlab()
})
afterAll(() => gitlab[Symbol.asyncDispose]())

async function aProject(): Promise<string> {
  const json = { name: `Repository ${Math.random()}` }
  return (await web.client.call<{ projectId: string }>('POST', '/v1/projects', { json })).projectId
}

async function anEnvironment(projectId: string): Promise<void> {
  const agents = await web.client.all<{ agentId: string; name: string }>('/v1/agents')
  const { agentId } = agents.find(({ name }) => name === 'local')!
  const json = { name: 'Development', defaultAgentId: agentId }
  await web.client.call('POST', `/v1/projects/${projectId}/environments`, { json })
}

const daily = orchestration({ Start: start('Hello'), Hello: bash('echo hello') })

/** A working copy with two commits and two branches. */
async function aCopy(name: string): Promise<string> {
  const copy = await aWorkingCopy(join(folder.path, name), { 'README.md': 'Hello\n' })
  await commit(copy, { 'sales/Daily.orch.yaml': daily, 'sales/load.sql': 'select 1\n' }, 'Load sales')
  await git(copy, ['branch', 'feature/one'])
  return copy
}

/** What a person does with the address that the page shows. */
const push = (copy: string, cloneUrl: string, user: string, password: string) =>
  git(copy, ['push', '--quiet', cloneUrl.replace('://', `://${user}:${password}@`), '--all'])

/** A project with a hosted repository that was pushed to. */
async function aHostedProject(copy: string): Promise<string> {
  const projectId = await aProject()
  const json = { provider: 'hosted' }
  const path = `/v1/projects/${projectId}/repositories`
  const { cloneUrl } = await web.client.call<{ cloneUrl: string }>('POST', path, { json })
  const { clientId, clientSecret } = inject('web')
  await push(copy, cloneUrl, clientId, clientSecret)
  return projectId
}

async function aPersonalToken(): Promise<string> {
  const page = await web.visit('/profile')
  await page.getByRole('button', { name: 'New token' }).click()
  const dialog = page.getByRole('dialog', { name: 'New personal access token' })
  await dialog.getByLabel('Name').fill(`for git ${Math.random()}`)
  await dialog.getByLabel('Allow changes, not just reading').check({ force: true })
  await dialog.getByRole('button', { name: 'Create' }).click()
  return (await page.getByRole('status').locator('code').textContent())!
}

/** What was just read is read again only after two seconds. */
const PATIENCE = { timeout: 15_000 }

test('a hosted repository is made, pushed to with a personal token, and shows what arrived', async () => {
  const projectId = await aProject()
  const page = await web.visit(`/projects/${projectId}/repository`)
  await page.getByRole('heading', { name: 'New repository' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create hosted repository' }).click()
  await page.getByRole('heading', { name: 'Repository', exact: true }).and(page.locator(':focus')).waitFor()
  const cloneUrl = (await page.getByRole('region', { name: 'Clone and push' }).locator('code').textContent())!
  await page.getByText('The repository is empty').waitFor()
  await push(await aCopy('pushed'), cloneUrl, 'me', await aPersonalToken())

  await page.getByRole('button', { name: 'sales' }).click() // automatically, when the push has arrived
  await page.getByRole('link', { name: 'load.sql' }).click()
  await page.getByRole('region', { name: 'Text of the file' }).getByText('select 1').waitFor()
  const folder = page.getByRole('button', { name: 'sales' })
  await folder.click()
  await page.getByRole('textbox', { name: 'Search files' }).fill('load')
  await page.getByRole('link', { name: 'load.sql' }).waitFor()
  await page.getByRole('textbox', { name: 'Search files' }).fill('')
  await page.getByRole('link', { name: 'load.sql' }).waitFor({ state: 'hidden' })
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Branches' }).click()
  await page.getByRole('link', { name: 'feature/one', exact: true }).waitFor()
  await page.getByRole('tab', { name: 'Commits' }).click()
  await page.getByRole('table', { name: 'Commits' }).getByRole('cell', { name: 'Load sales' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Events' }).click()
  await page.getByRole('cell', { name: 'Associated' }).waitFor()
  await page.goto(`/projects/${projectId}/repository?ref=no-such-branch`)
  await page.getByRole('alert').getByText('no-such-branch').waitFor()
})

test('a branch is deleted after a question, unless it has moved meanwhile; the default one is not offered', async () => {
  const copy = await aCopy('deleted')
  await git(copy, ['branch', 'feature/two'])
  const projectId = await aHostedProject(copy)
  const page = await web.visit(`/projects/${projectId}/repository?tab=branches`)
  await page.getByRole('link', { name: 'feature/two', exact: true }).waitFor()
  expect(await page.getByRole('button', { name: 'Actions for main' }).count()).toBe(0)
  async function remove(branch: string): Promise<void> {
    await page.getByRole('button', { name: `Actions for ${branch}` }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete branch' }).click()
  }
  await remove('feature/one')
  await page.getByText('Deleted the branch feature/one').waitFor()
  await page.getByRole('link', { name: 'feature/one', exact: true }).waitFor({ state: 'detached' })
  const files = `/v1/projects/${projectId}/repositories/files`
  await web.client.call('PUT', files, { json: { branch: 'feature/two', path: 'new.txt', content: 'x' } })
  await remove('feature/two')
  await page.getByText(/The branch has changed since it was read/).waitFor()
  await page.getByRole('link', { name: 'feature/two', exact: true }).waitFor()
  const names = await web.client.all(`/v1/projects/${projectId}/repositories/branches`)
  expect(names).toMatchObject([{ name: 'feature/two' }, { name: 'main' }])
})

test('a commit is published from Git by hand, and a branch automatically', async () => {
  const projectId = await aHostedProject(await aCopy('published'))
  await anEnvironment(projectId)
  const page = await web.visit(`/projects/${projectId}/environments?environment=Development`)
  await page.getByText('No versions yet').waitFor()
  await page.getByRole('button', { name: 'Publish from Git' }).click()
  const publish = page.getByRole('dialog', { name: 'Publish to Development' })
  await publish.getByRole('button', { name: 'Publish' }).click()
  await publish.getByText('Enter a version name').waitFor()
  expect(await publish.getByLabel('Version name').getAttribute('aria-invalid')).toBe('true')
  await publish.getByLabel('Version name').fill('first')
  await publish.getByRole('combobox', { name: 'Commit' }).click()
  await page.getByRole('option', { name: /Load sales/ }).click()
  await expectAccessible(page)
  await publish.getByRole('button', { name: 'Publish' }).click()
  await page.getByText('first published with 1 pipeline').waitFor()
  await page.getByRole('button', { name: 'first', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Publish from Git' }).click()
  await publish.getByLabel('Version name').fill('first')
  await publish.getByRole('button', { name: 'Publish' }).click()
  await publish.getByRole('alert').getByText('first').waitFor()

  await page.goto(`/projects/${projectId}/environments?tab=publications`)
  await page.getByRole('button', { name: 'Publish a branch automatically' }).click()
  const add = page.getByRole('dialog', { name: 'Publish a branch automatically' })
  await add.getByRole('combobox', { name: 'Branch' }).click()
  await page.getByRole('option', { name: 'main' }).click()
  await add.getByRole('combobox', { name: 'Environment' }).click()
  await page.getByRole('option', { name: 'Development' }).click()
  await add.getByRole('button', { name: 'Publish automatically' }).click()
  await page.getByRole('cell', { name: /^Published main-/ }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Stop publishing main to Development' }).click()
  await page.getByRole('button', { name: 'Stop publishing', exact: true }).click()
  await page.getByText('No automatic publishing').waitFor()
})

/** The form of a migration to the GitLab of this file. */
async function fillTarget(page: Page, repositoryId: string, token: string): Promise<void> {
  await page.getByLabel(/^Project \*?$/).fill(repositoryId)
  await page.getByLabel('Server URL').fill(gitlab.server.origin)
  await page.getByLabel('Access token').fill(token)
  await page.getByRole('button', { name: 'Check prerequisites' }).click()
}

test('a repository moves when every prerequisite holds, and its token is used up and shown nowhere', async () => {
  const copy = await aCopy('moved')
  const projectId = await aHostedProject(copy)
  const target = await gitlab.project('group/moved')
  target.protectedBranches.push({ name: 'main', allow_force_push: false })
  const token = gitlab.token()
  const page = await web.visit(`/projects/${projectId}/repository?tab=migration`)
  await page.getByText('No migrations yet').waitFor()
  await page.getByRole('button', { name: 'Check prerequisites' }).click()
  await page.getByText('Project is required').waitFor()
  expect(await page.getByLabel(/^Project \*?$/).getAttribute('aria-invalid')).toBe('true')
  await fillTarget(page, 'group/moved', token)
  const list = page.getByRole('list', { name: 'Prerequisites' })
  await list.getByText('Failed').waitFor()
  await list.getByText('Force pushes are not allowed on main').waitFor()
  expect(await page.getByRole('button', { name: 'Start migration' }).count()).toBe(0)
  await expectAccessible(page)

  target.protectedBranches.length = 0
  await page.getByRole('button', { name: 'Check again' }).click()
  await page.getByRole('button', { name: 'Start migration' }).click()
  await page.getByRole('dialog').getByText('The access token is used up at once').waitFor()
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  gitlab.server.before = (path) => (path.endsWith('/git-receive-pack') ? gate : Promise.resolve())
  await page.getByRole('button', { name: 'Migrate repository' }).click()
  await page
    .getByRole('status')
    .getByText(/^Pushing/)
    .waitFor()
  const other = await web.visit(`/projects/${projectId}/repository`)
  await other.getByText('Migration in progress', { exact: true }).waitFor()
  await other.getByRole('alert').getByText('Git operations resume when it ends').waitFor()
  open()
  await page.getByText('Migration complete').waitFor()
  await other.getByRole('link', { name: 'README.md' }).waitFor()
  expect(await refsOf(gitlab.folderOf(target))).toBe(await refsOf(copy))
  expect(gitlab.tokens.get(token)).toMatchObject({ active: false })
  await page.getByText('moved at GitLab').first().waitFor()
  await page.getByRole('row', { name: /SUCCEEDED/ }).waitFor()
  await expectAccessible(page)
  expect(await page.content()).not.toContain(token)

  await page.getByRole('button', { name: 'Replace access token' }).click()
  const dialog = page.getByRole('dialog', { name: 'Replace access token' })
  await dialog.getByLabel('New access token').fill('glpat-not-one')
  await dialog.getByRole('button', { name: 'Replace' }).click()
  await dialog.getByRole('alert').waitFor()
  await expectAccessible(page)
  await dialog.getByLabel('New access token').fill(gitlab.token())
  await dialog.getByRole('button', { name: 'Replace' }).click()
  await page.getByText('Replaced the access token').waitFor()
})

test('what was typed during the check of a migration is checked before it starts', async () => {
  const projectId = await aHostedProject(await aCopy('checked'))
  await gitlab.project('group/checked')
  const page = await web.visit(`/projects/${projectId}/repository?tab=migration`)
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  await page.route('**/repository-migration?dryRun=true', (route) => gate.then(() => route.continue()))
  await fillTarget(page, 'group/checked', gitlab.token())
  const answered = page.waitForResponse('**/repository-migration?dryRun=true')
  await page.getByLabel(/^Project \*?$/).fill('group/elsewhere')
  open()
  await answered
  await page.waitForLoadState('networkidle')
  expect(await page.getByRole('list', { name: 'Prerequisites' }).count()).toBe(0)
  await page.getByLabel(/^Project \*?$/).fill('group/checked')
  await page.getByRole('button', { name: 'Check prerequisites' }).click()
  await page.getByRole('button', { name: 'Start migration' }).waitFor()
})

test('a migration that fails while it runs says why, and the project stays where it was', async () => {
  const projectId = await aProject()
  await web.client.call('POST', `/v1/projects/${projectId}/repositories`, { json: { provider: 'hosted' } })
  const page = await web.visit(`/projects/${projectId}/repository?tab=migration`, { width: 360 })
  await expectNoSidewaysScroll(page)
  const commitHash = 'a'.repeat(40)
  await anEnvironment(projectId)
  const form = new FormData()
  form.append('Daily.orch.yaml', new Blob([daily]), 'Daily.orch.yaml')
  const headers = { versionName: '1', environmentName: 'Development', commitHash }
  await web.client.call('POST', `/v1/projects/${projectId}/artifacts`, { form, headers })
  await gitlab.project('group/lacks')
  await page.getByLabel('Switch only (RECONFIGURE)').check()
  await fillTarget(page, 'group/lacks', gitlab.token())
  await page.getByText('Checked during the migration', { exact: true }).waitFor()
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Start migration' }).click()
  await page.getByRole('button', { name: 'Migrate repository' }).click()
  const outcome = page.getByRole('alert').filter({ hasText: 'Migration failed' })
  await outcome.getByText('The target lacks published commits').waitFor()
  await outcome.getByText('The project is still on its old repository').waitFor()
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Try again' }).click()
  expect(await page.getByLabel('Access token').inputValue()).toBe('')
  expect(await page.getByLabel(/^Project \*?$/).inputValue()).toBe('group/lacks')
})

test('an existing repository is connected, errors are shown at their fields, and it is removed', async () => {
  const plain = await startPlainServer()
  try {
    const bare = await plain.create('team/pipelines.git')
    const copy = await aWorkingCopy(join(folder.path, 'plain'), { 'Plain.txt': 'plain\n' })
    await git(copy, ['push', '--quiet', bare, '--all'])
    const projectId = await aProject()
    const page = await web.visit(`/projects/${projectId}/repository`, { width: 360 })
    const card = page.getByRole('region', { name: 'Existing repository' })
    await card.getByRole('combobox', { name: 'Provider' }).click()
    await page.getByRole('option', { name: 'Any Git server' }).click()
    await card.getByLabel(/^Address/).fill('no address')
    let isReadAgain = false
    page.on('response', (response) => {
      isReadAgain ||= response.url().endsWith('/repositories')
    })
    await expect
      .poll(async () => {
        await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))") // back from another window
        return isReadAgain
      }, PATIENCE)
      .toBe(true)
    expect(await card.getByLabel(/^Address/).inputValue()).toBe('no address')
    await card.getByRole('button', { name: 'Connect repository' }).click()
    await card.getByRole('alert').waitFor()
    expect(await card.getByLabel(/^Address/).getAttribute('aria-invalid')).toBe('true')
    await expectNoSidewaysScroll(page)
    await card.getByLabel(/^Address/).fill(`${plain.origin}/team/pipelines.git`)
    await card.getByRole('button', { name: 'Connect repository' }).click()
    await page.getByRole('link', { name: 'Plain.txt' }).waitFor()
    await expectNoSidewaysScroll(page)
    await page.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('button', { name: 'Remove repository' }).click()
    await page.getByRole('heading', { name: 'New repository' }).waitFor()
    await page.getByRole('heading', { name: 'Repository', exact: true }).and(page.locator(':focus')).waitFor()
  } finally {
    await plain[Symbol.asyncDispose]()
  }
})

test('a commit in the Designer is pushed to the Git server of the project, and a push that is refused says so', async () => {
  const plain = await startPlainServer('let-me-in')
  try {
    const bare = await plain.create('team/pipelines.git')
    await git(await aCopy('designed'), ['push', '--quiet', bare, '--all'])
    const projectId = await aProject()
    const providerParameters = { url: `${plain.origin}/team/pipelines.git`, username: 'ci' }
    await web.client.call('POST', `/v1/projects/${projectId}/repositories`, {
      json: { provider: 'git', providerParameters },
      headers: { 'git-provider-access-token': 'let-me-in' },
    })
    const page = await web.visit(`/projects/${projectId}/designer?file=sales/Daily.orch.yaml`)
    await page.getByRole('button', { name: /^Hello / }).click()
    await page.getByLabel('Name', { exact: true }).fill('Greet')
    await page.keyboard.press('Enter')
    await page.getByText('Saved as your draft').waitFor()
    await page.getByRole('button', { name: 'Commit…' }).click()
    const dialog = page.getByRole('dialog', { name: /^Changes on / })
    await dialog.getByRole('textbox', { name: 'Message' }).fill('Greet')
    await mkdir(join(bare, 'hooks'), { recursive: true })
    await writeFile(join(bare, 'hooks/pre-receive'), '#!/bin/sh\necho "No pushes today" >&2\nexit 1\n', {
      mode: 0o755,
    })
    await dialog.getByRole('button', { name: 'Commit to main' }).click()
    await dialog
      .getByRole('alert')
      .getByText(/No pushes today/)
      .waitFor()
    await expectAccessible(page)
    await rm(join(bare, 'hooks/pre-receive'))
    await dialog.getByRole('button', { name: 'Commit to main' }).click()
    await page.getByText('No changes', { exact: true }).waitFor()
    expect(await git(bare, ['log', '-1', '--format=%s', 'main'])).toBe('Greet\n')
    expect(await git(bare, ['show', 'main:sales/Daily.orch.yaml'])).toContain('Greet')
    expect(await git(bare, ['show', 'main:sales/load.sql'])).toBe('select 1\n')
  } finally {
    await plain[Symbol.asyncDispose]()
  }
})
