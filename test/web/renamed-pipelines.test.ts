import { expect, test } from 'vitest'
import { openDraft, takeShots } from '../support/designer.ts'
import { orchestration, start } from '../support/pipelines.ts'
import { expectAccessible, useWeb } from '../support/web.ts'

const web = useWeb()

const load = orchestration({ Start: start() })
const nightly = `# Every night
type: orchestration
version: "1.0"
pipeline:
  components:
    Start:
      type: start
      transitions: { unconditional: [Load] }
      parameters: { componentName: Start }
    Load:
      type: run-orchestration
      parameters: { componentName: Load, orchestrationJob: Load }
`
const tested = 'type: test\ntest:\n  run: { orchestration: Load }\n  expect: { status: SUCCESS }\n'

/** A project whose hosted repository has these files on main, and what its branch has at a path. */
async function aProject(files: Readonly<Record<string, string>>) {
  const json = { name: `Renames ${Math.random()}` }
  const { projectId } = await web.client.call<{ projectId: string }>('POST', '/v1/projects', { json })
  const changes = Object.entries(files).map(([path, content]) => ({ path, content }))
  await web.client.call('POST', `/v1/projects/${projectId}/repositories/commits`, {
    json: { branch: 'main', message: 'Begin', changes },
  })
  const paths = async () =>
    (await web.client.all<{ path: string }>(`/v1/projects/${projectId}/repositories/files?ref=main`)).map(
      ({ path }) => path,
    )
  const content = async (path: string) => {
    const at = `/v1/projects/${projectId}/repositories/files/content?ref=main&path=${encodeURIComponent(path)}`
    return (await web.client.get<{ content: string }>(at)).content
  }
  const head = () =>
    web.client.get<{ commitHash: string }>(`/v1/projects/${projectId}/repositories/branches/main`)
  const open = async (path: string) => web.visit(`/projects/${projectId}/pipelines?pipeline=${path}`)
  return { projectId, paths, content, head, open }
}

test('a renamed pipeline is run by its new name by the pipelines and tests that run it', async () => {
  const project = await aProject({
    'Load.orch.yaml': load,
    'Other.orch.yaml': load,
    'Nightly.orch.yaml': nightly,
    'Load.test.yaml': tested,
  })
  const page = await project.open('Load.orch.yaml')
  await page.getByRole('button', { name: 'Actions for Load' }).click()
  await page.getByRole('menuitem', { name: 'Rename or move' }).click()
  const dialog = page.getByRole('dialog', { name: 'Rename or move the pipeline' })
  await dialog.getByText('1 pipeline runs it and is changed with it:').waitFor()
  await dialog.getByText('Nightly.orch.yaml').waitFor()
  await expectAccessible(page)
  await takeShots(page, 'rename-pipeline')
  const name = dialog.getByRole('textbox', { name: 'Name' })
  const commit = dialog.getByRole('button', { name: 'Commit to main' })
  await name.fill('Other')
  await commit.click()
  await dialog.getByText('Other.orch.yaml is there already; choose another name').waitFor()
  await name.fill('Load.tran.yaml')
  await commit.click()
  await dialog.getByText('It is an orchestration, and stays one').waitFor()
  await name.fill('Sales/Load daily')
  expect(await dialog.getByRole('textbox', { name: 'Message' }).inputValue()).toBe(
    'Rename Load to Sales/Load daily',
  )
  await commit.click()
  await page.getByText('Renamed on main, with the 2 files that run it').waitFor()
  await page.getByRole('heading', { name: 'Sales/Load daily', level: 2 }).waitFor()
  await page.getByRole('link', { name: /Load daily/ }).waitFor()

  const after = ['Load.test.yaml', 'Nightly.orch.yaml', 'Other.orch.yaml', 'Sales/Load daily.orch.yaml']
  expect(await project.paths()).toEqual(after)
  expect(await project.content('Sales/Load daily.orch.yaml')).toBe(load)
  expect(await project.content('Nightly.orch.yaml')).toBe(
    nightly.replace('orchestrationJob: Load', 'orchestrationJob: Sales/Load daily'),
  )
  expect(await project.content('Load.test.yaml')).toBe(tested.replace('tion: Load', 'tion: Sales/Load daily'))
})

test('a pipeline that more components run than are listed is not renamed', async () => {
  const project = await aProject({ 'Load.orch.yaml': load, 'Nightly.orch.yaml': nightly })
  const page = await project.open('Load.orch.yaml')
  await page.route('**/pipelines/calls?*', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ json: { ...(await answer.json()), callerCount: 1_001 } })
  })
  await page.getByRole('button', { name: 'Actions for Load' }).click()
  await page.getByRole('menuitem', { name: 'Rename or move' }).click()
  const dialog = page.getByRole('dialog', { name: 'Rename or move the pipeline' })
  await dialog.getByText('1 pipeline runs it and is changed with it:').waitFor()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Sales/Load daily')
  await dialog.getByRole('button', { name: 'Commit to main' }).click()
  await dialog.getByText('More components run it than are listed').waitFor()
  expect(await project.paths()).toEqual(['Load.orch.yaml', 'Nightly.orch.yaml'])
})

test('a pipeline is deleted after it was said what runs it, and not while a draft changes it', async () => {
  const project = await aProject({ 'Load.orch.yaml': load, 'Nightly.orch.yaml': nightly })
  const { projectId } = project
  const draft = await openDraft(web, projectId, 'Load.orch.yaml', `${load}\n# mine\n`)
  const page = await project.open('Load.orch.yaml')
  const openDialog = async () => {
    await page.getByRole('button', { name: 'Actions for Load' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
  }
  await openDialog()
  const dialog = page.getByRole('dialog', { name: 'Delete Load?' })
  await dialog.getByText('1 pipeline runs it and will fail without it:').waitFor()
  await takeShots(page, 'delete-pipeline')
  const commit = dialog.getByRole('button', { name: 'Delete on main' })
  await commit.click()
  await dialog.getByText('Your draft of main changes Load.orch.yaml: commit or discard it').waitFor()
  expect(await project.paths()).toContain('Load.orch.yaml')

  await draft.getByRole('button', { name: 'Discard draft' }).click()
  await draft.getByRole('dialog').getByRole('button', { name: 'Discard draft' }).click()
  await draft.getByText('No changes').waitFor()
  await commit.click()
  await page.getByText('Deleted Load on main').waitFor()
  await page.getByText('No pipeline selected').waitFor()
  expect(await project.paths()).toEqual(['Nightly.orch.yaml'])
})

test('what somebody else has committed meanwhile is neither renamed nor deleted', async () => {
  const project = await aProject({ 'Load.orch.yaml': load, 'Other.orch.yaml': load })
  const page = await project.open('Load.orch.yaml')
  await page.getByRole('button', { name: 'Actions for Load' }).click()
  await page.getByRole('menuitem', { name: 'Rename or move' }).click()
  const dialog = page.getByRole('dialog', { name: 'Rename or move the pipeline' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Sales/Load')
  const { commitHash } = await project.head()
  const changes = [{ path: 'Load.orch.yaml', content: `${load}\n` }]
  const json = { branch: 'main', message: 'Meanwhile', baseCommit: commitHash, changes }
  await web.client.call('POST', `/v1/projects/${project.projectId}/repositories/commits`, { json })
  await dialog.getByRole('button', { name: 'Commit to main' }).click()
  await dialog.getByText('Somebody else has changed Load.orch.yaml on main meanwhile').waitFor()
  await takeShots(page, 'rename-conflict')
  expect(await project.paths()).toEqual(['Load.orch.yaml', 'Other.orch.yaml'])
})
