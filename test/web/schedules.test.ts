import { beforeAll, expect, test } from 'vitest'
import { parseCron } from '../../src/features/schedules/recurrence/parse-cron.ts'
import { readCron } from '../../web/pages/projects/schedules/cron/reading.ts'
import { bash, orchestration, start } from '../support/pipelines.ts'
import { aPublishedProject } from '../support/platform.ts'
import { answeringLate, expectAccessible, expectNoSidewaysScroll, useWeb } from '../support/web.ts'

const web = useWeb()
let project: Awaited<ReturnType<typeof aPublishedProject>>

const pipeline = orchestration(
  { Start: start('Say'), Say: bash('echo done') },
  { region: { type: 'TEXT', defaultValue: 'north' } },
)

beforeAll(async () => {
  project = await aPublishedProject(web.client, { 'Nightly load.orch.yaml': pipeline })
})

const address = (rest = '') => `/projects/${project.projectId}/schedules${rest}`

async function aSchedule(name: string, own: object = {}, ofPipeline: object = {}): Promise<string> {
  const target = { pipelineName: 'Nightly load', environmentName: 'Development', ...ofPipeline }
  const json = { pipeline: target, schedule: { name, cronExpression: '0 0 3 * * ?', ...own } }
  const path = `/v1/projects/${project.projectId}/schedules`
  return (await web.client.call<{ scheduleId: string }>('POST', path, { json })).scheduleId
}

test('a project without schedules says what one is for and leads to the first', async () => {
  const empty = await aPublishedProject(web.client, { 'Main.orch.yaml': pipeline })
  const page = await web.visit(`/projects/${empty.projectId}/schedules`)
  await page.getByText('No schedules yet').waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Create a schedule' }).click()
  await page.getByRole('heading', { name: 'New schedule', level: 1 }).waitFor()
})

test('the builder writes the expression, its reading and the due times follow, and the schedule is made', async () => {
  const page = await web.visit(address('/new'))
  const name = `Weekly ${Math.random()}`
  await page.getByLabel('Name').fill(name)
  await page.getByRole('combobox', { name: 'Environment' }).click()
  await page.getByRole('option', { name: 'Development' }).click()
  await page.getByRole('combobox', { name: 'Pipeline' }).click()
  await page.getByRole('option', { name: 'Nightly load' }).click()
  await page.getByRole('combobox', { name: 'Repeat' }).click()
  await page.getByRole('option', { name: 'On days of the week' }).click()
  await page.getByLabel('Time of day').fill('02:30')
  await page.getByText('Sat', { exact: true }).click()
  expect(await page.getByRole('textbox', { name: 'Cron expression' }).inputValue()).toBe(
    '0 30 2 ? * MON,TUE,WED,THU,FRI,SAT',
  )
  await page.getByRole('status').getByText('At 02:30, from Monday to Saturday').waitFor()
  await page
    .getByRole('region', { name: 'Next due times' })
    .getByText(/02:30:00 GMT/)
    .nth(9)
    .waitFor()
  await page.getByRole('button', { name: 'Add variable' }).click()
  await page.getByRole('combobox', { name: 'Variable', exact: true }).fill('region')
  await page.getByLabel('Value').fill('south')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create schedule' }).click()
  await page.getByRole('heading', { name, level: 1 }).waitFor()
  await page.getByText('region = south').waitFor()
  await expectAccessible(page)
})

test('daylight saving is shown at the due time that it moves', async () => {
  const page = await web.visit(address('/new'))
  await page.getByRole('textbox', { name: 'Cron expression' }).fill('0 30 2 28 3 ? 2027')
  await page.getByText('The first instant after the gap').waitFor()
  await page.getByText(/28 Mar 2027, 03:00:00 GMT\+2/).waitFor()
})

test('what the API rejects is shown at its fields, and no input is lost', async () => {
  const page = await web.visit(address('/new'))
  await page.getByRole('textbox', { name: 'Cron expression' }).fill('0 0 25 * * ?')
  await page.getByText('"25" is out of range: the hours must be 0 to 23').waitFor()
  await page.getByText('The expression is not valid yet.').waitFor()
  await page.getByRole('button', { name: 'Create schedule' }).click()
  await page.getByText('Enter a name').waitFor()
  await expect.poll(() => page.getByLabel('Name').and(page.locator(':focus')).count()).toBe(1)
  await page.keyboard.type('Refused')
  await page.getByRole('combobox', { name: 'Environment' }).click()
  await page.getByRole('option', { name: 'Development' }).click()
  await page.getByRole('combobox', { name: 'Pipeline' }).fill('Nowhere')
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: 'Create schedule' }).click()
  await page.getByText('the version 1 in Development has no pipeline Nowhere').waitFor()
  await page.getByText('"25" is out of range').first().waitFor()
  expect(await page.getByLabel('Name').inputValue()).toBe('Refused')
  await expectAccessible(page)
})

test('the list filters, switches a schedule off, runs it now, and its execution is one click away', async () => {
  const name = `Listed ${Math.random()}`
  const scheduleId = await aSchedule(name)
  const page = await web.visit(address())
  await page.getByRole('combobox', { name: 'Name' }).fill(name)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  const row = page.getByRole('row', { name: new RegExp(name) })
  await row.getByText('At 03:00, every day').waitFor()
  await expect.poll(() => page.getByRole('row').count()).toBe(2)
  await expectAccessible(page)
  await row.getByRole('switch', { name: `${name} is enabled` }).press('Space')
  await row.getByText('Disabled').waitFor()
  expect(new URL(page.url()).searchParams.get('name')).toBe(name)
  await row.getByRole('button', { name: `Run ${name} now` }).click()
  await page.getByRole('button', { name: 'View execution' }).click()
  await page.waitForURL(/\/executions\//)
  const path = `/v1/projects/${project.projectId}/schedules/${scheduleId}`
  expect(await web.client.get(path)).toMatchObject({ scheduleEnabled: false })
})

test('a backfill says first what would run, then runs it, and the history shows each due time', async () => {
  const name = `Filled ${Math.random()}`
  const scheduleId = await aSchedule(name, {
    cronExpression: '0 0 * * * ?',
    cronTimezone: 'America/New_York',
  })
  const page = await web.visit(address(`/${scheduleId}?tab=backfills`))
  await page.getByText('No backfills yet').waitFor()
  await page.getByLabel('From').fill('2026-03-01T00:30')
  const late = await answeringLate(page, '**/backfills?*')
  await page.getByLabel('To (not included)').fill('2026-03-01T03:30')
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByLabel('To (not included)').fill('2026-03-01T02:30')
  await late.answer()
  await page.getByRole('button', { name: 'Preview' }).click({ trial: true })
  expect(await page.getByRole('button', { name: /^Run 3/ }).count()).toBe(0)
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByText('2 due times in this range').waitFor()
  await page.getByText('Sat, 28 Feb 2026, 19:00:00 GMT-5').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Run 2 due times' }).click()
  await page
    .getByRole('row', { name: /2 of 2/ })
    .getByText('DONE')
    .waitFor()
  await page.getByRole('tab', { name: 'History' }).click()
  await page.getByText('Run by a backfill.').nth(1).waitFor()
  await page.getByText('Sat, 28 Feb 2026, 19:00:00 GMT-5').waitFor()
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Backfills' }).click()
  await page.getByLabel('From').fill('2026-03-02T00:00')
  await page.getByLabel('To (not included)').fill('2026-03-01T00:00')
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByText('must be later than body/from').first().waitFor()
})

test('settings change only what was changed, and a schedule is deleted after a confirmation', async () => {
  const name = `Changed ${Math.random()}`
  const scheduleId = await aSchedule(name, { jitterSeconds: 5 }, { scalarVariables: { region: 'west' } })
  const path = `/v1/projects/${project.projectId}/schedules/${scheduleId}`
  const page = await web.visit(address(`/${scheduleId}?tab=settings`))
  await page.getByText('Interval', { exact: true }).click()
  await page.getByRole('textbox', { name: 'Every' }).fill('2')
  await page.getByRole('combobox', { name: 'Unit' }).click()
  await page.getByRole('option', { name: 'days' }).click()
  await page.getByRole('link', { name: 'Schedules' }).first().click()
  const leaving = page.getByRole('dialog', { name: 'Leave without saving?' })
  await expectAccessible(page)
  await leaving.getByRole('button', { name: 'Stay' }).click()
  await leaving.waitFor({ state: 'hidden' })
  await web.client.call('PATCH', path, { json: { jitterSeconds: 60 } })
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Every 2 days (UTC)').waitFor()
  expect(await web.client.get(path)).toMatchObject({
    intervalExpression: { interval: 2, unit: 'DAYS' },
    jitterSeconds: 60,
    scalarVariables: { region: 'west' },
  })
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete this schedule?' })
  await dialog.waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Delete schedule' }).click()
  await page.getByRole('heading', { name: 'Schedules', level: 1 }).waitFor()
  await expect(web.client.get(path)).rejects.toThrow()
})

test('at 360 pixels neither the list nor the form nor a schedule scrolls sideways', async () => {
  const scheduleId = await aSchedule(`A schedule with a rather long name ${Math.random()}`)
  for (const rest of ['', '/new', `/${scheduleId}`, `/${scheduleId}?tab=backfills`]) {
    const page = await web.visit(address(rest), { width: 360 })
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByRole('heading', { level: 2 }).or(page.getByRole('table')).first().waitFor()
    await expectNoSidewaysScroll(page)
  }
})

test.each([
  '0 0/5 14,18 * * ? 2027',
  '0 0 0 L-1W * ?',
  '0 0 0 1W,LW * ?',
  '0 15 10 ? * friL',
  '/20 0 0 1 1 ?',
  '0 58-2/2 14 ? * MON#5',
  '*/15 * * * 5-7',
  '0 0 13 * FRI',
  '0 0 0 1 * MON',
  '0 1,,2 * * * ?',
  '0 22-2 * * *',
  '0 0 0 ? * 6#6',
])('the interface reads "%s" exactly when the server does', (expression) => {
  expect(readCron(expression) !== undefined).toBe(parseCron(expression).cron !== undefined)
})
