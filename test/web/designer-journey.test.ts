import { copyFile, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { parse } from 'yaml'
import { fileSafe } from '../../src/runner/steps/file-safe.ts'
import { alertReceiver } from '../support/alerts.ts'
import { takeShots } from '../support/designer.ts'
import { expectAccessible, expectNoSidewaysScroll, useWeb } from '../support/web.ts'

const web = useWeb()
const MAX_ACTIONS = 60
/** Three million rows are loaded, and everything is started once, on a busy machine too. */
const PATIENCE_MS = 400_000

interface File {
  readonly pipeline: {
    readonly components: Readonly<Record<string, Component>>
    readonly variables: Readonly<Record<string, Variable>>
  }
}
interface Component {
  readonly type: string
  readonly transitions?: Readonly<Record<string, readonly string[]>>
  readonly parameters: Readonly<Record<string, unknown>>
}
interface Variable {
  readonly metadata: Readonly<Record<'type' | 'scope' | 'visibility', string>> & { readonly columns?: object }
  readonly defaultValue: unknown
}

const demo = async (name: string): Promise<File> =>
  parse(await readFile(`demo/pipelines/Flights/${name}.orch.yaml`, 'utf8'))

/** Every click, key, text and paste of a user counts, and nothing else is done to the page. */
function aUser(page: Page) {
  const done: string[] = []
  const act = async (what: string, action: Promise<unknown>) => {
    done.push(what)
    await action
  }
  const field = (name: string | RegExp) =>
    page.getByRole('textbox', { name }).or(page.getByRole('combobox', { name })).last()
  return {
    done,
    press: (key: string) => act(`press ${key}`, page.keyboard.press(key)),
    button: (name: string | RegExp) =>
      act(`click ${name}`, page.getByRole('button', { name, exact: true }).last().click()),
    link: (name: string) => act(`click ${name}`, page.getByRole('link', { name, exact: true }).click()),
    radio: (name: string) => act(`choose ${name}`, page.getByRole('radio', { name, exact: true }).click()),
    fill: (name: string | RegExp, text: string) => act(`fill ${name}`, field(name).fill(text)),
    into: (name: string | RegExp) => act(`click ${name}`, field(name).click()),
    card: (name: string, modifiers: 'Control'[] = []) =>
      act(
        `click ${name}`,
        page
          .getByRole('application')
          .getByRole('button', { name: new RegExp(`^${name}`) })
          .first()
          .click({ modifiers }),
      ),
    /** What is pasted is the user's own: it comes from an editor or a spreadsheet beside the browser. */
    async paste(text: string) {
      await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`)
      await act(`paste ${text.split('\n')[0]}`, page.keyboard.press('Control+V'))
    },
  }
}

/** A script with the statements of components, each below its name. */
const script = ({ pipeline }: File, ...names: string[]) =>
  names
    .map((name) => {
      const { sqlScript, query } = pipeline.components[name]!.parameters
      return `-- ${name}\n${String(sqlScript ?? query)
        .trim()
        .replace(/;$/, '')};\n`
    })
    .join('\n')

/** Rows as a spreadsheet copies them. */
const table = (rows: readonly (readonly unknown[])[]) => rows.map((row) => row.join('\t')).join('\n')

const variableRows = ({ pipeline }: File) =>
  Object.entries(pipeline.variables).map(([name, { metadata, defaultValue }]) => {
    const { type, scope, visibility, columns = {} } = metadata
    return [name, type, scope, visibility, type === 'GRID' ? Object.keys(columns).join(', ') : defaultValue]
  })

/**
 * What runs: without what only says the default, descriptions, and how long the demo waits for the webhook.
 */
function meaningOf({ pipeline }: File) {
  const components = Object.entries(pipeline.components).map(
    ([name, { type, transitions = {}, parameters }]) => {
      const { componentName: _, mode, combineConditions, includeVariableName, timeout, ...rest } = parameters
      const texts = Object.entries(rest).map(([key, value]) => {
        const isText = typeof value === 'string'
        return [key, isText ? value.trim().replace(/;$/, '') : value]
      })
      return [name, { type, transitions, mode: mode ?? 'Simple', ...Object.fromEntries(texts) }]
    },
  )
  const variables = Object.entries(pipeline.variables).map(([name, { metadata, defaultValue }]) => {
    const { type, scope, visibility, columns = {} } = metadata
    return [name, { type, scope, visibility, columns: Object.keys(columns), defaultValue }]
  })
  return { components: Object.fromEntries(components), variables: Object.fromEntries(variables) }
}

/** The runner has the file with the flights where the environment of a project keeps its files. */
async function putFlights(projectId: string): Promise<string> {
  const folder = join(inject('web').dataDir, 'files', projectId, fileSafe('Development'))
  await mkdir(folder, { recursive: true })
  const source = fileURLToPath(new URL('../data/flights-3m.parquet', import.meta.resolve('vega-datasets')))
  const place = join(folder, 'flights-3m.parquet')
  await copyFile(source, place)
  return place
}

const title =
  'a stranger builds the demo pipeline in an empty installation, tries, commits, publishes and schedules it in at most 60 actions'

// Over 60 lines: one journey, told in its order.
test(title, { timeout: PATIENCE_MS }, async () => {
  const [main, child] = [await demo('Load and report'), await demo('Publish figures')]
  await using receiver = await alertReceiver()
  const page = await web.visit('/')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const user = aUser(page)
  const saved = () => page.getByText('Saved as your draft').waitFor()
  const heading = (name: string) => page.getByRole('heading', { name, exact: true, level: 2 }).waitFor()
  const palette = 'Find a component to add'
  const add = async (search: string, name: string) => {
    await user.fill(palette, `${search}: ${name}`)
    await user.press('Enter')
    await heading(name)
  }
  const begin = async (name: string) => {
    await user.button('New pipeline')
    await user.fill('Name', name)
    await user.press('Enter')
    await page.getByRole('application', { name: new RegExp(`^Canvas of ${name}`) }).waitFor()
  }
  const projectName = `Stranger ${Math.random()}`

  await user.button('New project')
  await user.fill('Name', projectName)
  await user.press('Enter')
  await page.getByRole('region', { name: 'Start from a template' }).waitFor()
  const projectId = /projects\/([^/]+)/.exec(page.url())![1]!
  const flights = await putFlights(projectId)

  // What is in the file?
  await begin('Flights/Look.tran.yaml')
  await user.paste(`-- Flights\nselect * from read_parquet('${flights}')`)
  await heading('Flights')
  await user.press('s')
  const sample = page.getByRole('region', { name: 'Sample', exact: true })
  await sample.getByText(/^First 100 rows · 5 columns/).waitFor()
  await takeShots(page, 'journey-sample')
  await saved()

  await begin('Flights/Publish figures')
  await add('webhook post', 'Post Figures')
  const { url, payload } = child.pipeline.components['Post Figures']!.parameters
  await user.fill('URL', String(url))
  await user.fill(/^Payload/, String(payload))
  await user.button(/^Create \d+ missing variables/)
  await user.paste(table([...variableRows(child), ['receiver_url', 'Text', 'Project', '', receiver.url]]))
  await user.button('Create')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await add('end success', 'Published')
  await saved()

  await begin('Flights/Load and report')
  await user.paste(script(main, 'Load Flights', 'Count Flights'))
  await heading('Count Flights')
  await add('if', 'Enough Flights?')
  await user.paste(script(main, 'Delays by Origin', 'Worst Airports', 'Worst Airport'))
  await heading('Worst Airport')
  await user.card('Enough Flights\\?')
  await user.into('variable, row 1')
  await user.paste(table([['flight_count', 'Is', 'Greater than', '1000000']]))
  await add('print variables', 'Say Too Few')
  await user.fill('variable, row 1', 'flight_count')
  await user.fill(/^Prefix Text/, 'Too few flights for a report: ')
  await add('end failure', 'Too Few')
  await user.card('Enough Flights\\?')
  await user.paste(script(main, 'Delays by Day', 'Worst Month'))
  await heading('Worst Month')
  await user.button(/^Create \d+ missing variables/)
  await user.paste(table([...variableRows(main), ['flights_file', 'Text', 'Project', '', flights]]))
  await user.button('Create')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await user.card('Worst Airport Query Result to Scalar', ['Control'])
  await add('and', 'Both Looked At')
  await add('publish figures', 'Publish Figures')
  await add('print variables', 'Print Figures')
  await user.into('variable, row 1')
  await user.paste(
    table(main.pipeline.components['Print Figures']!.parameters['variablesToPrint'] as string[][]),
  )
  await user.fill(/^Prefix Text/, 'Flights: ')
  await add('end success', 'Done')
  await saved()
  await user.button('Run…')
  await user.button('Run')
  await page.getByText('Run: SUCCESS').waitFor({ timeout: 90_000 })
  await takeShots(page, 'journey-run')
  expect(receiver.received).toHaveLength(1)

  await user.button('Commit…')
  await user.radio('Development')
  await takeShots(page, 'journey-commit')
  await user.button('Commit to main and publish')
  await page.getByRole('dialog').waitFor({ state: 'detached', timeout: 90_000 })
  await user.link('Schedule…')
  await user.button('Create schedule')
  await page.getByRole('heading', { name: 'Load and report', level: 1 }).waitFor()
  expect(user.done.length, user.done.join(', ')).toBeLessThanOrEqual(MAX_ACTIONS)

  for (const [name, wanted] of [
    ['Load and report', main],
    ['Publish figures', child],
  ] as const) {
    const query = new URLSearchParams({ ref: 'main', path: `Flights/${name}.orch.yaml` })
    const address = `/v1/projects/${projectId}/repositories/files/content?${query}`
    const { content } = await web.client.call<{ content: string }>('GET', address)
    expect(meaningOf(parse(content))).toEqual(meaningOf(wanted))
  }
  const versions = await web.client.all(`/v1/projects/${projectId}/artifacts`)
  expect(versions).toMatchObject([{ environmentName: 'Development' }])
  const schedules = await web.client.all(`/v1/projects/${projectId}/schedules`)
  const target = { pipelineName: 'Flights/Load and report', environmentName: 'Development' }
  expect(schedules).toMatchObject([{ ...target, scheduleEnabled: true }])
  expect(JSON.parse(receiver.received[0]!.body)).toMatchObject({
    flights: 3_000_000,
    worstMonth: '2001-06',
  })

  await page.goto(
    `/projects/${projectId}/pipelines?branch=main&pipeline=Flights%2FLoad%20and%20report&tab=runs`,
  )
  await page
    .getByRole('table', { name: 'Runs of this pipeline' })
    .getByRole('row', { name: /SUCCESS/ })
    .waitFor()
  await page
    .getByRole('table', { name: 'Schedules' })
    .getByRole('link', { name: 'Load and report', exact: true })
    .waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})
