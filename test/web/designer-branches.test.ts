import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDesignedProject, openDraft } from '../support/designer.ts'
import { aWorkingCopy, commit, git, useFolder } from '../support/git.ts'
import { orchestration, start } from '../support/pipelines.ts'
import { type GitServer, installHook, startPlainServer } from '../support/providers/git-server.ts'
import { startGitlab } from '../support/providers/gitlab.ts'
import { answeringLate, expectAccessible, useWeb } from '../support/web.ts'

/** Branches of a repository elsewhere, which its server refuses, renames and deletes. */
const web = useWeb()
const folder = useFolder()
let server: GitServer
beforeAll(async () => {
  server = await startPlainServer()
})
afterAll(() => server[Symbol.asyncDispose]())

const path = 'Daily.orch.yaml'
const daily = (script: string) =>
  orchestration({ Start: start('One'), One: { type: 'bash-script', parameters: { script } } })

/** A project whose repository is at a server, with a pipeline and a script on `main`. */
async function aProjectAt(name: string) {
  const projectId = await aDesignedProject(web)
  const repository = `${name}-${projectId}.git`
  const far = await server.create(repository)
  const copy = await aWorkingCopy(join(folder.path, name), { [path]: daily('base'), 'load.py': 'base\n' })
  const push = () => git(copy, ['push', '--quiet', far, '--all'])
  await push()
  const providerParameters = { url: `${server.origin}/${repository}` }
  await web.client.call('POST', `/v1/projects/${projectId}/repositories`, {
    json: { provider: 'git', providerParameters },
  })
  return { projectId, far, copy, push }
}

async function openBranches(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Commit…' }).click()
  const dialog = page.getByRole('dialog', { name: /^Changes on / })
  await dialog.getByRole('tab', { name: 'Branches' }).click()
  return dialog
}

test('what was chosen in a merge is kept when the repository does not take it', async () => {
  const { projectId, far, copy, push } = await aProjectAt('guarded')
  await git(copy, ['switch', '--quiet', '--create', 'work'])
  await commit(copy, { 'load.py': 'work\n' }, 'Work')
  await git(copy, ['switch', '--quiet', 'main'])
  await commit(copy, { 'load.py': 'main\n' }, 'Main')
  await push()
  await installHook(far, 'pre-receive', 'echo "GH006: Protected branch update failed" >&2; exit 1')
  const page = await web.visit(`/projects/${projectId}/designer?file=${path}`)
  const dialog = await openBranches(page)
  await dialog.getByRole('combobox', { name: 'Merge into main' }).click()
  await page.getByRole('option', { name: 'work' }).click()
  const merge = dialog.getByRole('button', { name: 'Merge', exact: true })
  await merge.click()
  await dialog.getByRole('button', { name: 'Edit the text' }).click()
  await dialog.getByRole('textbox', { name: 'load.py as it will be' }).fill('both\n')
  await merge.click()
  await dialog.getByText('GH006: Protected branch update failed').waitFor()
  await rm(join(far, 'hooks', 'pre-receive'))
  await merge.click()
  await page.getByText('Merged work into main').waitFor()
  expect(await git(far, ['show', 'main:load.py'])).toBe('both\n')
})

test('the canvas shows what was chosen in a conflict, also when the commit is refused', async () => {
  const { projectId, far, copy, push } = await aProjectAt('refused')
  const page = await openDraft(web, projectId, path, daily('mine'))
  await commit(copy, { [path]: daily('theirs') }, 'Theirs')
  await push()
  await page.getByRole('button', { name: 'Commit…' }).click()
  const dialog = page.getByRole('dialog', { name: /^Changes on / })
  const toMain = dialog.getByRole('button', { name: 'Commit to main' })
  await toMain.click()
  await dialog.getByRole('button', { name: 'Edit the text' }).click()
  await dialog.getByRole('textbox', { name: `${path} as it will be` }).fill(daily('both'))
  await installHook(far, 'pre-receive', 'echo "GH006: Protected branch update failed" >&2; exit 1')
  await toMain.click()
  await dialog.getByText('GH006: Protected branch update failed').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'YAML', exact: true }).click()
  await page.getByRole('textbox', { name: 'YAML of the pipeline' }).getByText('both').waitFor()
})

test('a draft stays with its branch, and moves to a new one when its branch is gone', async () => {
  const { projectId, far } = await aProjectAt('renamed')
  const page = await openDraft(web, projectId, path, daily('mine'))
  await git(far, ['branch', '--move', 'main', 'trunk'])
  // What is written is written to the newest state.
  await web.client.call('POST', `/v1/projects/${projectId}/repositories/branches`, {
    json: { name: 'other' },
  })
  await page.reload()
  await page.getByText('Saved as your draft').waitFor()
  await page.goto(`/projects/${projectId}/designer?file=${path}`)
  await page.getByText('trunk', { exact: true }).waitFor()
  const dialog = await openBranches(page)
  await dialog.getByRole('combobox', { name: 'Open another branch' }).click()
  await page.getByRole('option', { name: 'main' }).click()
  await page.waitForURL(/branch=main/)
  await page.getByText('Saved as your draft').waitFor()
  const onMain = await openBranches(page)
  await onMain.getByText('From the default branch, as there is no main; your draft moves to it.').waitFor()
  await onMain.getByRole('textbox', { name: 'New branch' }).fill('rescue')
  await onMain.getByRole('button', { name: 'Create' }).click()
  await page.waitForURL(/branch=rescue/)
  await page.getByText('Saved as your draft').waitFor()
  await page.getByRole('button', { name: 'Commit…' }).click()
  await page.getByRole('button', { name: 'Commit to rescue' }).click()
  await page.getByText('Committed to rescue').waitFor()
  expect(await git(far, ['show', `rescue:${path}`])).toBe(daily('mine'))
  const onRescue = await openBranches(page)
  await onRescue.getByText('From rescue; your draft moves to it.').waitFor()
  await git(far, ['branch', '--delete', '--force', 'rescue'])
  await onRescue.getByRole('textbox', { name: 'New branch' }).fill('again')
  await onRescue.getByRole('button', { name: 'Create' }).click()
  await onRescue.getByText('Branch, tag or commit rescue does not exist').waitFor()
  await onRescue.getByText('as there is no rescue').waitFor()
  await onRescue.getByRole('button', { name: 'Create' }).click()
  await page.waitForURL(/branch=again/)
})

test('a branch is not said to be without a commit while the branches are read', async () => {
  const { projectId } = await aProjectAt('slow')
  const page = await web.visit('/profile')
  const { answer } = await answeringLate(page, '**/repositories/branches*')
  await page.goto(`/projects/${projectId}/designer?file=${path}&branch=main`)
  const dialog = await openBranches(page)
  const name = dialog.getByRole('textbox', { name: 'New branch' })
  await name.waitFor()
  expect(await name.isDisabled()).toBe(true)
  expect(await dialog.getByText('Commit a file to this branch first.').count()).toBe(0)
  await answer()
  await name.fill('next')
  await dialog.getByText('From main; your draft moves to it.').waitFor()
})

test('what may not go to the default branch goes to another one, and its pull request is opened from there', async () => {
  await using gitlab = await startGitlab()
  const project = await gitlab.project('team/pipelines')
  const far = gitlab.folderOf(project)
  const copy = await aWorkingCopy(join(folder.path, 'requested'), { [path]: daily('base') })
  await git(copy, ['push', '--quiet', far, 'main'])
  const refusal = 'GitLab: You are not allowed to push code to protected branches on this project.'
  await installHook(far, 'update', `[ "$1" != refs/heads/main ] || { echo "${refusal}" >&2; exit 1; }`)
  const projectId = await aDesignedProject(web)
  await web.client.call('POST', `/v1/projects/${projectId}/repositories`, {
    json: {
      provider: 'gitlab',
      providerParameters: { repositoryId: 'team/pipelines', baseUrl: gitlab.server.origin },
    },
    headers: { 'git-provider-access-token': gitlab.token() },
  })
  const page = await openDraft(web, projectId, path, daily('mine'))
  await page.getByRole('button', { name: 'Commit…' }).click()
  const onMain = page.getByRole('dialog', { name: 'Changes on main' })
  await onMain.getByRole('button', { name: 'Commit to main' }).click()
  await onMain.getByText(/not allowed to push code.*commit to another one and open a pull request/).waitFor()
  await onMain.getByRole('tab', { name: 'Branches' }).click()
  expect(await onMain.getByRole('link', { name: /pull request/ }).count()).toBe(0)
  await onMain.getByRole('textbox', { name: 'New branch' }).fill('fix/late')
  await onMain.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('button', { name: 'Commit…' }).click()
  const onBranch = page.getByRole('dialog', { name: 'Changes on fix/late' })
  await onBranch.getByRole('button', { name: 'Commit to fix/late' }).click()
  const link = page.getByRole('link', { name: 'Open a pull request into main' })
  await page.getByText('Committed to fix/late').waitFor()
  const opened =
    `${gitlab.server.origin}/team/pipelines/-/merge_requests/new?` +
    'merge_request%5Bsource_branch%5D=fix%2Flate&merge_request%5Btarget_branch%5D=main'
  expect(await link.getAttribute('href')).toBe(opened)
  await expectAccessible(page)
  await openBranches(page)
  await onBranch.getByRole('link', { name: 'Open a pull request into main' }).waitFor()
  expect(await git(far, ['show', `fix/late:${path}`])).toBe(daily('mine'))
  expect(await git(far, ['show', `main:${path}`])).toBe(daily('base'))

  await page.goto(`/projects/${projectId}/repository?tab=branches`)
  await page.getByRole('button', { name: 'Actions for fix/late' }).click()
  const item = page.getByRole('menuitem', { name: 'Open a pull request', disabled: false })
  await expect.poll(() => item.getAttribute('href')).toBe(opened)
})
