import { expect, test } from 'vitest'
import { focused, go } from '../support/keyboard.ts'
import { bash, orchestration, start } from '../support/pipelines.ts'
import { aPublishedProject } from '../support/platform.ts'
import { useWeb } from '../support/web.ts'

const web = useWeb()

test('a user signs in, finds a pipeline, runs it and reads its log by keyboard alone', async () => {
  const name = `Keys${`${Math.random()}`.slice(2)}`
  await aPublishedProject(web.client, {
    [`${name}.orch.yaml`]: orchestration({ Start: start('Say'), Say: bash('echo hello') }),
  })
  const page = await web.visit('/', { as: null })
  const keys = page.keyboard
  await page.getByLabel('User name').waitFor()
  if (!/^User name/.test((await focused(page)).name)) await go(page, /^User name/)
  await keys.type(web.admin.userName)
  await go(page, /^Password/)
  await keys.type(web.admin.password)
  await keys.press('Enter')
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()

  await keys.press('Control+k')
  await page.getByLabel('Search pages, projects and pipelines').waitFor()
  await keys.type(name)
  await page.getByRole('button', { name }).waitFor()
  await keys.press('Enter')
  await page.getByRole('heading', { name }).waitFor()

  await go(page, /^Run(?!n)/)
  await keys.press('Enter')
  const dialog = page.getByRole('dialog', { name: `Run ${name}` })
  await dialog.waitFor()
  await go(page, /^Environment/)
  await keys.press('ArrowDown')
  await page.getByRole('option', { name: 'Development' }).waitFor()
  await keys.press('ArrowDown')
  await keys.press('Enter')
  await go(page, /^Run$/)
  await keys.press('Enter')
  await dialog.getByRole('link', { name: 'Open execution' }).waitFor()
  await go(page, /^Open execution$/)
  await keys.press('Enter')
  await page.waitForURL(/\/executions\/[0-9a-f-]{36}/)
  await page.getByText('SUCCESS').first().waitFor()
  await go(page, /^Steps$/)
  await go(page, /^Logs?$/, 'ArrowRight')
  await page.getByText('hello').first().waitFor()
})

test('the title of a page that a link led to has the focus, so that keys go on from there', async () => {
  const files = { 'Main.orch.yaml': orchestration({ Start: start() }) }
  const { projectId } = await aPublishedProject(web.client, files)
  const page = await web.visit(`/projects/${projectId}/schedules`)
  const isTitleFocused = (name: string) =>
    page
      .getByRole('heading', { name, level: 1 })
      .evaluate((title) => title === title.ownerDocument.activeElement)
  await page.getByRole('heading', { name: 'Schedules', level: 1 }).waitFor()
  expect(await isTitleFocused('Schedules')).toBe(false)
  await go(page, /^Environments$/)
  await page.keyboard.press('Enter')
  await expect.poll(() => isTitleFocused('Environments')).toBe(true)
  await page.keyboard.press('Tab')
  expect((await focused(page)).name).toBe('New environment')
})
