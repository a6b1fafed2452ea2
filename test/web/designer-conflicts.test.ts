import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { aDesignedProject, openDraft } from '../support/designer.ts'
import { orchestration, start } from '../support/pipelines.ts'
import { expectAccessible, useWeb } from '../support/web.ts'

/** A draft of the user, and what the program of somebody else commits meanwhile. */
const web = useWeb()

const path = 'Daily.orch.yaml'
const daily = (script: string) =>
  orchestration({ Start: start('One'), One: { type: 'bash-script', parameters: { script } } })

function others(projectId: string) {
  const files = `/v1/projects/${projectId}/repositories/files`
  return {
    commit: (content: string) =>
      web.client.call('PUT', files, {
        json: { branch: 'main', path, content },
        headers: { 'if-match': '*' },
      }),
    remove: () =>
      web.client.call('DELETE', `${files}?branch=main&path=${path}`, { headers: { 'if-match': '*' } }),
    read: async () =>
      (await web.client.call<{ content: string }>('GET', `${files}/content?ref=main&path=${path}`)).content,
  }
}

/** The user drafts a file that is committed, somebody else changes it, and the user's commit meets that. */
async function aConflict(meanwhile: (by: ReturnType<typeof others>) => Promise<unknown>) {
  const projectId = await aDesignedProject(web)
  const by = others(projectId)
  await by.commit(daily('base'))
  const page = await openDraft(web, projectId, path, daily('mine'))
  await meanwhile(by)
  const dialog = await openCommit(page)
  await commit(dialog)
  await dialog.getByText('Choose what is kept of each file.').waitFor()
  return { by, page, dialog }
}

async function openCommit(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Commit…' }).click()
  return page.getByRole('dialog', { name: /^Changes on / })
}

const commitButton = (dialog: Locator) => dialog.getByRole('button', { name: 'Commit to main' })
const commit = (dialog: Locator) => commitButton(dialog).click()
const keep = (dialog: Locator, name: string | RegExp) => dialog.getByRole('button', { name }).click()

test('what somebody commits while a conflict is shown is shown before it is replaced', async () => {
  const { by, dialog } = await aConflict((them) => them.commit(daily('theirs')))
  await dialog.getByRole('region', { name: 'Conflicts' }).and(dialog.locator(':focus')).waitFor()
  const card = dialog.getByRole('application', { name: /^Yours/ }).getByRole('button', { name: /^One/ })
  const words = await card.evaluate(
    (one) => one.ownerDocument.getElementById(one.getAttribute('aria-describedby') ?? '')?.textContent,
  )
  expect(words).toContain('Press Enter to select this component')
  const keepMine = dialog.getByRole('group', { name: 'One' }).getByRole('button', { name: 'Keep yours' })
  await keepMine.click()
  await dialog.getByRole('textbox', { name: 'Message' }).fill('Say mine')
  await dialog.getByRole('tab', { name: 'Branches' }).click()
  await dialog.getByRole('button', { name: 'Merge' }).waitFor()
  await dialog.getByRole('tab', { name: 'Changes' }).click()
  expect(await dialog.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('Say mine')
  expect(await keepMine.getAttribute('aria-pressed')).toBe('true')
  await by.commit(daily('unseen'))
  await commit(dialog)
  await expect.poll(() => keepMine.getAttribute('aria-pressed')).toBe('false')
  expect(await commitButton(dialog).isDisabled()).toBe(true)
  expect(await by.read()).toBe(daily('unseen'))
  await keepMine.click()
  await commit(dialog)
  await dialog.waitFor({ state: 'detached' })
  expect(await by.read()).toBe(daily('mine'))
})

test('an undo beyond a commit that has changes of others is shown as a conflict with them', async () => {
  const both = (one: string, two: string) =>
    orchestration({
      Start: start('One', 'Two'),
      One: { type: 'bash-script', parameters: { script: one } },
      Two: { type: 'bash-script', parameters: { script: two } },
    })
  const projectId = await aDesignedProject(web)
  const by = others(projectId)
  await by.commit(both('base', 'base'))
  const page = await openDraft(web, projectId, path, both('mine', 'base'))
  const noChanges = page.getByText('No changes', { exact: true })
  await commit(await openCommit(page))
  await noChanges.waitFor()
  const undo = page.getByRole('button', { name: 'Undo' })
  // Beyond a commit of the user alone nothing is asked.
  await undo.click()
  await page.getByText('Saved as your draft').waitFor()
  await commit(await openCommit(page))
  await noChanges.waitFor()
  expect(await by.read()).toBe(both('base', 'base'))
  await page.getByRole('button', { name: 'Redo' }).click()
  await page.getByText('Saved as your draft').waitFor()
  await by.commit(both('base', 'theirs'))
  const dialog = await openCommit(page)
  await commit(dialog)
  await keep(dialog, 'Keep both')
  await commit(dialog)
  await noChanges.waitFor()
  expect(await by.read()).toBe(both('mine', 'theirs'))
  await undo.click()
  await page.getByText('Saved as your draft').waitFor()
  await commit(await openCommit(page))
  await dialog.getByText('Choose what is kept of each file.').waitFor()
  expect(await by.read()).toBe(both('mine', 'theirs'))
})

test('a file that somebody deleted is kept as the user has it', async () => {
  const { by, dialog } = await aConflict((them) => them.remove())
  await dialog.getByText('Deleted', { exact: true }).waitFor()
  await keep(dialog, 'Keep yours')
  await commit(dialog)
  await dialog.waitFor({ state: 'detached' })
  expect(await by.read()).toBe(daily('mine'))
})

test('where only theirs is kept nothing is committed, and the canvas goes on with it', async () => {
  const { by, page, dialog } = await aConflict((them) => them.commit(daily('theirs')))
  await keep(dialog, 'Keep all of theirs')
  await commit(dialog)
  await page.getByText('Nothing to commit: main stays as it is').waitFor()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('No changes', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'YAML', exact: true }).click()
  const yaml = page.getByRole('textbox', { name: 'YAML of the pipeline' })
  expect(await yaml.innerText()).toContain('theirs')
  await yaml.fill(daily('next'))
  await page.getByText('Saved as your draft').waitFor()
  await commit(await openCommit(page))
  await page.getByText('No changes', { exact: true }).waitFor()
  expect(await by.read()).toBe(daily('next'))
})

test('deletions and files that are not text are listed, moved to a new branch, and committed', async () => {
  const projectId = await aDesignedProject(web)
  const files = `/v1/projects/${projectId}/repositories/files`
  for (const [name, content] of [['gone.txt', 'gone\n'] as const, ['old.bin', 'AP8='] as const])
    await web.client.call('PUT', files, {
      json: { branch: 'main', path: name, content, encoding: name === 'old.bin' ? 'base64' : 'utf-8' },
      headers: { 'if-match': '*' },
    })
  const page = await openDraft(web, projectId, path, daily('mine'))
  const { commitHash: baseCommit } = await web.client.call<{ commitHash: string }>(
    'GET',
    `${files}/content?ref=main&path=gone.txt`,
  )
  const { csrfToken } = await (await page.request.get('/api/v1/session')).json()
  for (const data of [
    { path: 'gone.txt', content: null, baseCommit },
    { path: 'old.bin', content: 'AP7/', encoding: 'base64', baseCommit },
    { path: 'new.bin', content: 'AP8=', encoding: 'base64' },
  ]) {
    const headers = { 'x-csrf-token': csrfToken, origin: web.origin }
    const kept = await page.request.put(`/api/v1/projects/${projectId}/drafts/main/files`, { data, headers })
    expect(kept.status()).toBe(200)
  }
  const dialog = await openCommit(page)
  const shown = async (name: string) => dialog.getByRole('region', { name }).innerText()
  await dialog.getByRole('region', { name: 'new.bin' }).waitFor()
  expect(await shown('gone.txt')).toMatch(/deleted.*gone/s)
  expect(await shown('old.bin')).toMatch(/changed\s+Not text/)
  expect(await shown('new.bin')).toMatch(/new\s+Not text/)
  await expectAccessible(page)
  await dialog.getByRole('tab', { name: 'Branches' }).click()
  await dialog.getByRole('textbox', { name: 'New branch' }).fill('work')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.waitForURL(/branch=work/)
  await openCommit(page)
  await dialog.getByRole('textbox', { name: 'Message' }).fill('All')
  await dialog.getByRole('button', { name: 'Commit to work' }).click()
  await page.getByText('No changes', { exact: true }).waitFor()
  const committed = await web.client.all<{ path: string }>(
    `/v1/projects/${projectId}/repositories/diff?from=main&to=work`,
  )
  expect(committed.map((file) => file.path).sort()).toEqual([
    'Daily.orch.yaml',
    'gone.txt',
    'new.bin',
    'old.bin',
  ])
})

test('a merge of files too large to be shown is settled by the side that stays', async () => {
  const projectId = await aDesignedProject(web)
  const repository = `/v1/projects/${projectId}/repositories`
  const large = (text: string) => `${text}\n`.repeat(40_000)
  const write = (branch: string, content: string) =>
    web.client.call('PUT', `${repository}/files`, {
      json: { branch, path: 'large.txt', content: large(content) },
      headers: { 'if-match': '*' },
    })
  await others(projectId).commit(daily('base'))
  await write('main', 'base')
  await web.client.call('POST', `${repository}/branches`, { json: { name: 'work' } })
  await write('work', 'work')
  await write('main', 'main')
  const page = await openDraft(web, projectId, path, daily('mine'))
  const dialog = await openCommit(page)
  await dialog.getByRole('tab', { name: 'Branches' }).click()
  await dialog.getByRole('combobox', { name: 'Merge into main' }).click()
  await page.getByRole('option', { name: 'work' }).click()
  const merge = dialog.getByRole('button', { name: 'Merge', exact: true })
  await merge.click()
  await keep(dialog, 'Keep yours')
  await merge.click()
  await page.getByText('Merged work into main').waitFor()
  const url = `${repository}/files/content?ref=main&path=large.txt`
  expect((await web.client.call<{ content: string }>('GET', url)).content).toBe(large('work'))
})

test('a merge of a branch that deleted a file says what the other one changed in it', async () => {
  const projectId = await aDesignedProject(web)
  const repository = `/v1/projects/${projectId}/repositories`
  const by = others(projectId)
  await by.commit(daily('base'))
  await web.client.call('POST', `${repository}/branches`, { json: { name: 'work' } })
  await web.client.call('DELETE', `${repository}/files?branch=work&path=${path}`, {
    headers: { 'if-match': '*' },
  })
  await by.commit(daily('main'))
  const page = await openDraft(web, projectId, 'Other.orch.yaml', daily('mine'))
  const dialog = await openCommit(page)
  await dialog.getByRole('tab', { name: 'Branches' }).click()
  await dialog.getByRole('combobox', { name: 'Merge into main' }).click()
  await page.getByRole('option', { name: 'work' }).click()
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
  await dialog.getByText('Deleted by one side. The other changed: One', { exact: true }).waitFor()
})
