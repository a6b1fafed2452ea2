import { expect, test } from 'vitest'
import { bash, orchestration, start } from '../support/pipelines.ts'
import { aPublishedProject } from '../support/platform.ts'
import { expectAccessible, expectNoSidewaysScroll, useWeb } from '../support/web.ts'

const web = useWeb()

test('home shows what runs now and next, what failed, succeeded and got slower', async () => {
  const project = await aPublishedProject(web.client, {
    'Waits.orch.yaml': orchestration({ Start: start('Wait'), Wait: bash('sleep 30') }),
    'Breaks.orch.yaml': orchestration({ Start: start('Break'), Break: bash('exit 3') }),
    'Works.orch.yaml': orchestration({ Start: start() }),
  })
  const schedule = {
    pipeline: { pipelineName: 'Works', environmentName: 'Development' },
    schedule: { name: 'Every night', cronExpression: '0 0 2 * * ?' },
  }
  await web.client.call('POST', `/v1/projects/${project.projectId}/schedules`, { json: schedule })
  const page = await web.visit('/')
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
  const running = await project.run('Waits')
  const failed = await project.run('Breaks')
  const succeeded = await project.run('Works')
  const linkTo = (part: string, id: string) =>
    page.getByRole('region', { name: part }).locator(`a[href="/executions/${id}"]`)
  await linkTo('Running now', running).waitFor()
  await linkTo('Failed today', failed).waitFor()
  await linkTo('Succeeded today', succeeded).waitFor()
  const slower = {
    projectId: project.projectId,
    pipelineName: 'Works',
    environmentName: 'Development',
    pipelineExecutionId: succeeded,
    finishedAt: new Date().toISOString(),
    durationMs: 90_000,
    usualMs: 30_000,
    comparedWith: 20,
  }
  await page.route('**/api/v1/slower-pipelines*', (route) => route.fulfill({ json: { results: [slower] } }))
  await page.reload()
  await linkTo('Slower than usual', succeeded).waitFor()
  await page.getByRole('region', { name: 'Next runs' }).getByRole('link', { name: 'Every night' }).waitFor()
  await expectAccessible(page)
  const cancelled = { json: { status: 'CANCELLED', forceUpdate: true } }
  await web.client.call('PATCH', `/v1/pipeline-executions/${running}`, cancelled)
  await linkTo('Running now', running).waitFor({ state: 'hidden' })
  await page.getByRole('region', { name: 'Runners' }).getByRole('link', { name: 'local' }).waitFor()
})

test('a project is made at home with its first environment; a name that is taken is refused at its field', async () => {
  const page = await web.visit('/', { width: 360 })
  const name = `Made here ${Math.random()}`
  const create = async () => {
    await page.getByRole('button', { name: 'New project' }).click()
    const dialog = page.getByRole('dialog', { name: 'New project' })
    await dialog.getByLabel('Name').fill(name)
    await dialog.getByRole('button', { name: 'Create' }).click()
    return dialog
  }
  await create()
  await page.getByRole('heading', { name: 'Pipelines', level: 1 }).waitFor()
  const [path] = /\/projects\/[^/]+/.exec(page.url())!
  expect(await web.client.all(`/v1${path}/environments`)).toMatchObject([{ name: 'Development' }])
  await page.goto('/')
  const dialog = await create()
  await dialog.getByRole('alert').waitFor()
  expect(await dialog.getByLabel('Name').inputValue()).toBe(name)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})

test('an unreachable server is reported, and the page recovers on its own', async () => {
  const page = await web.visit('/')
  await page.getByRole('region', { name: 'Runners' }).getByRole('link', { name: 'local' }).waitFor()
  await page.route('**/api/v1/agents*', (route) => route.abort())
  await page.getByRole('region', { name: 'Runners' }).getByRole('alert').waitFor()
  await page.unroute('**/api/v1/agents*')
  await page.getByRole('region', { name: 'Runners' }).getByRole('alert').waitFor({ state: 'hidden' })
})

test('offline and after the end of a session the page stays, says so once, and keeps what was typed', async () => {
  const page = await web.visit('/')
  await page.getByRole('region', { name: 'Runners' }).getByRole('link', { name: 'local' }).waitFor()
  await page.getByRole('button', { name: 'New project' }).click()
  const dialog = page.getByRole('dialog', { name: 'New project' })
  await dialog.getByLabel('Name').fill('Typed before')
  await page.context().setOffline(true)
  const banner = page.getByText('Cannot reach the server', { exact: true })
  await banner.waitFor()
  expect(await banner.count()).toBe(1)
  await page.mouse.click(5, 450)
  await page.context().setOffline(false)
  await banner.waitFor({ state: 'hidden' })

  await page.context().clearCookies()
  const again = page.getByRole('dialog', { name: 'Your session has ended' })
  await again.waitFor()
  await again.getByLabel('User name').fill(web.admin.userName)
  await again.getByLabel('Password').first().fill(web.admin.password)
  await again.getByRole('button', { name: 'Sign in', exact: true }).click()
  await again.waitFor({ state: 'hidden' })
  expect(await dialog.getByLabel('Name').inputValue()).toBe('Typed before')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()

  await page.context().setOffline(true)
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Profile' }).click()
  await page.getByText('This page could not be loaded').waitFor()
  await page.context().setOffline(false)
  await page.getByRole('heading', { name: 'Profile', level: 1 }).waitFor()
})

test('what was queued yesterday and failed today counts as failed today, and what failed yesterday does not', async () => {
  const project = await aPublishedProject(web.client, {
    'Breaks.orch.yaml': orchestration({ Start: start('Break'), Break: bash('exit 3') }),
  })
  const [overnight, yesterday] = [await project.run('Breaks'), await project.run('Breaks')]
  const hours = (ago: number) => new Date(Date.now() - ago * 3_600_000).toISOString()
  const of = (pipelineExecutionId: string, queuedAt: string, finishedAt: string) => ({
    pipelineExecutionId,
    projectId: project.projectId,
    pipelineName: 'Breaks',
    environmentName: 'Development',
    status: 'FAILED',
    queuedAt,
    startedAt: queuedAt,
    finishedAt,
  })
  const failed = [of(overnight, hours(24), hours(0)), of(yesterday, hours(24), hours(24))]
  const page = await web.visit('/profile')
  await page.route('**/api/v1/pipeline-executions?*status=FAILED*', (route) => {
    const queuedAfter = new URL(route.request().url()).searchParams.get('queuedAfter')!
    return route.fulfill({ json: { results: failed.filter(({ queuedAt }) => queuedAt >= queuedAfter) } })
  })
  await page.goto('/')
  const card = page.getByRole('region', { name: 'Failed today' })
  await card.locator(`a[href="/executions/${overnight}"]`).waitFor()
  expect(await card.locator(`a[href="/executions/${yesterday}"]`).count()).toBe(0)
  await card.getByText('1', { exact: true }).waitFor()
})
