import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page, Request } from 'playwright-core'
import { beforeAll, expect, inject, test } from 'vitest'
import { bash, orchestration, type Piece, start } from '../support/pipelines.ts'
import { aPublishedProject, filesFolder } from '../support/platform.ts'
import { expectAccessible, expectNoSidewaysScroll, useWeb } from '../support/web.ts'

const web = useWeb()
let project: Awaited<ReturnType<typeof aPublishedProject>>

/**
 * Scripts wait until a test makes the file of this name in the files of their environment, or fail without
 * it.
 */
const file = (name: string) => `"$HEADRACE_FILES/${name}"`
const make = (name: string) =>
  writeFile(join(filesFolder(inject('web').dataDir, project.projectId, 'Development'), name), '')
const waitsFor = (name: string, links?: Piece['links']) =>
  bash(`echo waiting for ${name}; until test -e ${file(name)}; do sleep 0.05; done; echo went on`, links)
const around = (name: string, piece: Piece): Piece => ({ ...piece, more: { iterationTarget: name } })

const files = {
  'Main.orch.yaml': orchestration(
    {
      Start: start('Count'),
      Count: {
        type: 'update-scalar',
        parameters: { scalarsToUpdate: [['n', '${n + 1}']] },
        links: { success: ['Gate', 'Files', 'Try'] },
      },
      Gate: waitsFor('gate', { success: ['Call'] }),
      Files: around('File', {
        type: 'fixed-iterator',
        parameters: { variablesToIterate: ['name'], iterationValues: [['a'], ['b'], ['c']] },
      }),
      File: bash('echo "file ${name}"'),
      Try: around('Tried', {
        type: 'retry',
        parameters: { numberOfRetries: '1', retryDelay: 'Retry immediately' },
      }),
      Tried: bash(`test -e ${file('tried')} || { touch ${file('tried')}; echo first time >&2; exit 3; }`),
      Call: {
        type: 'run-orchestration',
        parameters: { orchestrationJob: 'Child' },
        links: { success: ['Last'] },
      },
      Last: bash('echo the end'),
    },
    { n: { type: 'NUMBER', defaultValue: '41' }, name: { type: 'TEXT', defaultValue: '', scope: 'COPIED' } },
  ),
  'Child.orch.yaml': orchestration({
    Begin: start('Second'),
    Second: bash(`echo "in the child"; test -e ${file('repaired')} || { echo not repaired >&2; exit 7; }`),
  }),
  'Fails.orch.yaml': orchestration({
    Start: start('Call'),
    Call: { type: 'run-orchestration', parameters: { orchestrationJob: 'Fails inside' } },
  }),
  'Fails inside.orch.yaml': orchestration({ Start: start('Broken'), Broken: bash('exit 1') }),
  'Query.orch.yaml': orchestration(
    {
      Start: start('Ask'),
      Ask: {
        type: 'sql-executor',
        parameters: { sqlScript: "select '${shop}' as shop, '${api_token}' as t,\n  length('${long}')" },
      },
    },
    {
      shop: { type: 'TEXT', defaultValue: 'Rome' },
      api_token: { type: 'TEXT', defaultValue: 'hush-hush' },
      long: { type: 'TEXT', defaultValue: 'y'.repeat(6_000) },
    },
  ),
  'Quick.orch.yaml': orchestration({ Start: { type: 'start' } }),
  'Waits.orch.yaml': orchestration({ Start: start('Wait'), Wait: waitsFor('never') }),
  'Many.orch.yaml': orchestration(
    {
      Start: start('Loop'),
      Loop: around('Set', {
        type: 'loop-iterator',
        parameters: { variableToIterate: 'i', startingValue: '1', incrementValue: '1', endValue: '400' },
      }),
      Set: { type: 'update-scalar', parameters: { scalarsToUpdate: [['sum', '${sum + i}']] } },
    },
    { i: { type: 'NUMBER', defaultValue: '0' }, sum: { type: 'NUMBER', defaultValue: '0' } },
  ),
}

beforeAll(async () => {
  project = await aPublishedProject(web.client, files)
})

const row = (page: Page, name: string | RegExp) =>
  page
    .getByRole('table', { name: 'Steps' })
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name, exact: true }) })

/** The facts lead to what ran; the graph is one stop of the Tab key, is searched and shown full screen. */
async function expectLinksAndGraph(page: Page): Promise<void> {
  const facts = page.locator('dl').first()
  for (const [name, part] of [
    ['Main', 'pipeline=Main'],
    ['Development', 'environments'],
    ['1', 'version=1'],
  ] as const) {
    const link = facts.getByRole('link', { name, exact: true })
    expect(await link.getAttribute('href')).toContain(part)
  }
  expect(await page.locator('.react-flow__node[tabindex="0"]').count()).toBe(1)
  await page.getByRole('button', { name: 'Full screen' }).click()
  await page.getByLabel('Find a component').fill('try')
  await page.getByRole('status').getByText('Try, 1/1').waitFor({ state: 'attached' })
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Leave full screen' }).click()
}

test('an execution is watched live: graph, steps, child, attempts, log and message, and is run again from what failed', async () => {
  const id = await project.run('Main')
  const page = await web.visit(`/executions/${id}`)
  const graph = page.getByRole('application', { name: 'Graph of Main' })
  await graph.getByRole('button', { name: /^Gate .*RUNNING/ }).waitFor()
  await row(page, 'Gate').getByText('RUNNING').waitFor()
  await page.getByRole('tab', { name: 'Log' }).click()
  await page.getByText('waiting for gate').waitFor()
  await make('gate')
  await page.getByText('in the child').waitFor()
  await page.getByRole('alert').getByText('Failure reason').waitFor()
  await page.getByLabel('Level').selectOption('Errors')
  await page.getByText('No lines of this level').waitFor()
  await page.getByLabel('Level').selectOption('All lines')
  await expectAccessible(page)

  await page.getByRole('tab', { name: 'Steps' }).click()
  await graph.getByRole('button', { name: /^Gate .*SUCCESS/ }).waitFor()
  await graph.getByRole('button', { name: /^Call .*FAILED/ }).waitFor()
  await graph.getByRole('button', { name: /^Tried .*SUCCESS.*attempt 2/ }).waitFor()
  await graph.getByRole('button', { name: /^File .*SUCCESS.*3×/ }).waitFor()
  await row(page, 'File [2]').getByText('SUCCESS').waitFor()
  await row(page, 'Tried').getByText('FAILED').waitFor()
  await row(page, 'Tried attempt 2').getByText('SUCCESS').waitFor()
  await row(page, 'Second').getByText('FAILED').waitFor()
  await expectLinksAndGraph(page)
  await page.getByRole('button', { name: 'Second', exact: true }).click()
  const step = page.getByRole('region', { name: 'Step Second' })
  await step.getByText(/exit code 7/i).waitFor()
  await expectAccessible(page)
  await step.getByRole('button', { name: 'Show in log' }).click()
  const log = page.getByRole('region', { name: 'Log' })
  await log.getByText('in the child').waitFor()
  expect(await log.getByText('went on').count()).toBe(0)

  await make('repaired')
  await page.getByRole('button', { name: 'Rerun', exact: true }).click()
  const again = page.getByRole('dialog', { name: 'Rerun Main' })
  await again.getByLabel('Version').waitFor()
  await again.getByText('with the same version and values').waitFor()
  await again.getByLabel('name').fill('another')
  await again.getByText('Starts a new execution').waitFor()
  await expectAccessible(page)
  await again.getByRole('button', { name: 'Rerun in Development' }).click()
  await page.getByRole('link', { name: 'an earlier execution' }).click()
  await page.getByRole('button', { name: 'Rerun from the failed step' }).click()
  const resume = page.getByRole('dialog', { name: 'Rerun Main' })
  await resume.getByText('from the step that failed').waitFor()
  await resume.getByRole('button', { name: 'Rerun in Development' }).click()
  await page.getByRole('link', { name: 'an earlier execution' }).waitFor()
  await row(page, 'Last').getByText('SUCCESS').waitFor()
  await row(page, 'Gate').getByText('kept').waitFor()
  expect(page.url()).not.toContain(id)
})

test('a step shows what it was executed with, secrets masked, long values on request', async () => {
  const id = await project.run('Query')
  await project.finished(id)
  const page = await web.visit(`/executions/${id}`)
  await page.getByRole('button', { name: 'Ask', exact: true }).click()
  const step = page.getByRole('region', { name: 'Step Ask' })
  const statement = step.locator('pre')
  await statement.getByText("select 'Rome' as shop, '***' as t").waitFor()
  await step.getByText('characters in all').first().waitFor()
  expect(await step.innerText()).not.toContain('hush')
  expect(await statement.innerText()).not.toMatch(/y'\)$/)
  await expectAccessible(page)
  await step.getByRole('button', { name: 'Show full values' }).click()
  await expect.poll(() => statement.innerText()).toMatch(/y'\)$/)
  expect(await step.getByText('characters in all').count()).toBe(0)
})

test('the steps of a child appear when they come, also as the last of all that is read', async () => {
  const id = await project.run('Fails')
  await project.finished(id)
  const child = (await project.steps(id)).find(({ childPipeline }) => childPipeline)!.childPipeline!.id
  const page = await web.visit('/profile')
  const pending = new Set<Request>()
  const isOver = (request: Request) => pending.delete(request)
  page.on('requestfinished', isOver).on('requestfailed', isOver)
  page.on('request', (request) => !request.url().includes(child) && pending.add(request))
  const go = Promise.withResolvers<void>()
  await page.route(new RegExp(`${child}/steps`), async (route) => {
    await go.promise
    await route.continue()
  })
  await page.goto(`/executions/${id}`)
  await page.getByText('Loading steps…').waitFor()
  await expect.poll(() => pending.size).toBe(0)
  go.resolve()
  await row(page, 'Broken').getByText('FAILED').waitFor()
})

test('an execution is cancelled after a question, from its page and from the list, and the list follows', async () => {
  const [first, second] = [await project.run('Waits'), await project.run('Waits')]
  const page = await web.visit(`/executions/${first}`)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expectAccessible(page)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Cancel (execution|\d+|all)/ })
    .click()
  await page.getByText('CANCELLED').first().waitFor()
  await page.goto(`/projects/${project.projectId}/executions?status=RUNNING`)
  const link = page.locator(`a[href="/executions/${second}"]`)
  await link.waitFor()
  await expectAccessible(page)
  await page.getByRole('checkbox').first().check()
  await page.getByRole('button', { name: /^Cancel 1/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Cancel/ })
    .last()
    .click()
  await link.waitFor({ state: 'hidden' })
})

test('what the list shows with a filter is cancelled, whole names or parts of them', async () => {
  const id = await project.run('Waits')
  const page = await web.visit(`/projects/${project.projectId}/executions?pipeline=wAIT`)
  const shown = page.getByRole('row').filter({ has: page.locator(`a[href="/executions/${id}"]`) })
  await shown.getByText('RUNNING').waitFor()
  await page.getByRole('button', { name: 'Cancel all matching' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel all' }).click()
  await shown.getByText('CANCELLED').waitFor()
  await page.getByText(/^\d+ executions?$/).waitFor()
})

test('selected executions are rerun, each with its result, and filters are kept as a view', async () => {
  const ids = [await project.run('Quick'), await project.run('Quick')]
  for (const id of ids) await project.finished(id)
  const page = await web.visit(`/projects/${project.projectId}/executions?pipeline=Quick&status=SUCCESS`)
  await page.getByLabel(`Select Quick, ${ids[0]}`).check()
  await page.getByLabel(`Select Quick, ${ids[1]}`).check()
  await page.getByRole('button', { name: 'Rerun 2 selected' }).click()
  const dialog = page.getByRole('dialog', { name: 'Rerun 2 executions?' })
  await dialog.getByText('(Development)').waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Rerun 2 executions' }).click()
  await dialog.getByText('2 of 2 done').waitFor()
  expect(await dialog.getByText('Rerun started').count()).toBe(2)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
})

test('a rerun of several begins no other one when its page has been left', async () => {
  const ids = [await project.run('Quick'), await project.run('Quick')]
  for (const id of ids) await project.finished(id)
  const page = await web.visit(`/projects/${project.projectId}/members`)
  await page.getByRole('heading', { name: 'Members', level: 1 }).waitFor()
  await page.getByRole('link', { name: 'Executions', exact: true }).click()
  for (const id of ids) await page.getByLabel(`Select Quick, ${id}`).check()
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  const begun: string[] = []
  await page.route('**/reruns', async (route) => {
    begun.push(route.request().url())
    await gate
    await route.continue()
  })
  await page.getByRole('button', { name: 'Rerun 2 selected' }).click()
  await page.getByRole('button', { name: 'Rerun 2 executions' }).click()
  await page.getByText('0 of 2 done').waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: 'Members', level: 1 }).waitFor()
  const answered = page.waitForResponse('**/reruns')
  open()
  await answered
  await page.waitForLoadState('networkidle')
  expect(begun).toHaveLength(1)
})

/** The executions of the project on three pages, whose names say on which they are. */
async function inThreePages() {
  await project.finished(await project.run('Quick'))
  const after: Readonly<Record<string, string>> = { first: 'second', second: 'third' }
  const page = await web.visit('/')
  await page.route(/\/v1\/pipeline-executions\?/, async (route) => {
    const url = new URL(route.request().url())
    const shown = url.searchParams.get('paginationToken') ?? 'first'
    url.searchParams.delete('paginationToken')
    const answer = await route.fetch({ url: url.href })
    const { more: _, results, ...body } = await answer.json()
    const named = results.map((one: object) => ({ ...one, pipelineName: `Of the ${shown} page` }))
    await route.fulfill({ json: { ...body, results: named, ...(shown in after && { more: after[shown] }) } })
  })
  // The address says it before the page does.
  const shows = (name: string) => page.getByText(`Of the ${name} page`).first().waitFor()
  return { page, shows }
}

test('after the back button of the browser, Newer leads on to newer executions', async () => {
  const { page, shows } = await inThreePages()
  await page.goto(`/projects/${project.projectId}/executions`)
  await shows('first')
  for (const next of ['second', 'third']) {
    await page.getByRole('button', { name: 'Older' }).click()
    await shows(next)
  }
  await page.goBack()
  await shows('second')
  await page.getByRole('button', { name: 'Newer' }).click()
  await shows('first')
})

test('of a list that begins with the oldest, Newer leads on and Oldest to its beginning', async () => {
  const { page, shows } = await inThreePages()
  await page.goto(`/projects/${project.projectId}/executions?sort=queuedAt`)
  await shows('first')
  for (const next of ['second', 'third']) {
    await page.getByRole('button', { name: 'Newer' }).click()
    await shows(next)
  }
  await page.getByRole('button', { name: 'Older', exact: true }).click()
  await shows('second')
  await page.getByRole('button', { name: 'Oldest' }).click()
  await shows('first')
})

test('filters are kept in the address and survive a reload; an empty answer says so', async () => {
  const id = await project.run('Quick')
  await project.finished(id)
  const page = await web.visit(`/projects/${project.projectId}/executions`)
  await page.getByRole('combobox', { name: 'Pipeline' }).fill('Quick')
  await page.keyboard.press('Enter')
  await page.waitForURL(/pipeline(Name)?=Quick/)
  await page.locator(`a[href="/executions/${id}"]`).waitFor()
  await page.reload()
  await page.locator(`a[href="/executions/${id}"]`).waitFor()
  expect(await page.getByRole('combobox', { name: 'Pipeline' }).inputValue()).toBe('Quick')
  await page.getByRole('combobox', { name: 'Pipeline' }).fill('Nothing has this name')
  await page.keyboard.press('Enter')
  await page.locator(`a[href="/executions/${id}"]`).waitFor({ state: 'hidden' })
})

test('hundreds of iterations fold into one row, variables say how they changed, and nothing scrolls sideways', async () => {
  const id = await project.run('Many')
  await project.finished(id)
  const page = await web.visit(`/executions/${id}`, { width: 360 })
  await row(page, 'Loop').getByText('SUCCESS').waitFor()
  await expectNoSidewaysScroll(page)
  await page.getByRole('tab', { name: 'Variables' }).click()
  await page.getByText('sum').first().waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})

test('an execution that is not there is said so', async () => {
  const page = await web.visit('/executions/00000000-0000-7000-8000-000000000000')
  await page.getByRole('alert').getByText('Not Found').waitFor()
  await expectAccessible(page)
})
