import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { takeShots } from '../support/designer.ts'
import { expectAccessible, expectNoSidewaysScroll, useWeb } from '../support/web.ts'

const web = useWeb()

/** Everything that a user does with a hand: clicks, texts typed or pasted, keys. */
function aUser(page: Page) {
  let actions = 0
  const act = async (done: Promise<unknown>) => {
    actions += 1
    await done
  }
  return {
    count: () => actions,
    press: (key: string) => act(page.keyboard.press(key)),
    button: (name: string | RegExp, exact = true) =>
      act(page.getByRole('button', { name, exact }).last().click()),
    link: (name: string) => act(page.getByRole('link', { name, exact: true }).first().click()),
    option: (name: string | RegExp) => act(page.getByRole('option', { name }).click()),
    choose: (name: string) => act(page.getByRole('combobox', { name, exact: true }).click()),
    fill: (name: string | RegExp, text: string) => act(page.getByRole('textbox', { name }).last().fill(text)),
    card: (name: string) =>
      act(
        page
          .getByRole('button', { name: new RegExp(`^${name} `) })
          .first()
          .click(),
      ),
  }
}

const count = `mode: Advanced
query: |
  select count(*) as n from range(2000000)
scalarVariableMapping:
  - [flight_count, n]
`
const condition = `mode: Simple
condition:
  - [flight_count, Is, Greater than, "1000000"]
combineConditions: And
`
const say = (text: string) => `variablesToPrint:\n  - [flight_count]\nprefixText: "${text}"\n`

// Over 60 lines: one journey, told in its order.
test('a stranger draws a pipeline, commits, publishes, schedules and runs it in at most 60 actions', async () => {
  const { projectId } = await web.client.call<{ projectId: string }>('POST', '/v1/projects', {
    json: { name: `Stranger ${Math.random()}` },
  })
  const agents = await web.client.all<{ agentId: string; name: string }>('/v1/agents')
  const { agentId } = agents.find(({ name }) => name === 'local')!
  const json = { name: 'Development', defaultAgentId: agentId }
  await web.client.call('POST', `/v1/projects/${projectId}/environments`, { json })

  const page = await web.visit(`/projects/${projectId}/pipelines`)
  const user = aUser(page)
  const palette = 'Find a component to add'
  const add = async (search: string, parameters?: string, name?: string) => {
    await user.fill(palette, search)
    await user.press('Enter')
    if (name !== undefined) {
      await user.fill('Name', name)
      await user.press('Enter')
      await page.getByRole('heading', { name, level: 2 }).waitFor()
    }
    if (parameters !== undefined) await user.fill('Parameters', parameters)
  }

  // Nothing is published to the environment, which is no error.
  await page.getByRole('region', { name: 'Start from a template' }).waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
  await user.button('New pipeline')
  await user.fill('Name', 'Flights/Load')
  await user.press('Enter')
  await user.card('Start')
  await add('query result to scalar', undefined, 'Count Flights')
  await user.button('Edit as YAML')
  await user.fill('Parameters', count)
  await add('if', condition, 'Enough Flights?')
  await add('print variables', say('Flights: '), 'Report')
  await user.card('Enough Flights\\?')
  await add('print variables', say('Too few: '), 'Say Too Few')
  await user.button('Pipeline')
  await user.button('Add variable')
  await user.fill('Name', 'flight_count')
  await user.choose('Type')
  await user.option('Number')
  await user.choose('Scope')
  await user.option(/^Shared/)
  await user.button('Add')
  await page.getByText('No problems found.').waitFor()
  await page.getByText('Saved as your draft').waitFor()

  await user.button('Run…')
  await user.choose('Environment')
  await user.option('Development')
  await user.button('Run')
  await page.getByText('Run: SUCCESS').waitFor({ timeout: 60_000 })
  await page.getByRole('button', { name: /^Report SUCCESS/ }).waitFor()
  await user.button('Fit to view')
  await page.getByRole('button', { name: /^Count Flights SUCCESS\s· 1 row/ }).waitFor()
  await page.getByText('success · 1 row', { exact: true }).waitFor()
  await takeShots(page, 'run')
  expect(await page.getByRole('button', { name: /^Say Too Few SUCCESS/ }).count()).toBe(0)

  await user.button('Commit…')
  await user.fill('Message', 'Count the flights')
  await user.button('Commit to main')
  await page.getByText('No changes', { exact: true }).waitFor()

  await user.link('Environments')
  await user.link('Development')
  await user.button('Publish from Git')
  await user.fill('Version name', 'first')
  await user.button('Publish')
  await page.getByText('first published with 1 pipeline').waitFor()

  await user.link('Schedules')
  await user.link('New schedule')
  await user.fill('Name', 'Daily')
  await user.choose('Environment')
  await user.option('Development')
  await user.choose('Pipeline')
  await user.option('Flights/Load')
  await user.button(/^Create/, false)
  await page.getByRole('heading', { name: 'Daily', level: 1 }).waitFor()
  await user.button('Run now')
  await user.button('View execution')
  await page.getByText('SUCCESS').first().waitFor({ timeout: 60_000 })
  const id = new URL(page.url()).pathname.split('/').at(-1)
  const steps = await web.client.all<{ name: string; message?: string }>(
    `/v1/projects/${projectId}/pipeline-executions/${id}/steps`,
  )
  expect(steps.find(({ name }) => name === 'Report')?.message).toContain('2000000')
  expect(user.count()).toBeLessThanOrEqual(60)

  await page.goto(`/projects/${projectId}/pipelines?branch=main&pipeline=Flights%2FLoad&tab=runs`)
  const runs = page.getByRole('table', { name: 'Runs of this pipeline' })
  await runs
    .getByRole('row', { name: /SUCCESS.*Flights\/Load/ })
    .nth(1)
    .waitFor()
  await page.getByRole('table', { name: 'Schedules' }).getByRole('link', { name: 'Daily' }).waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})
