import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import chromiumPackage from '@sparticuz/chromium'
import { type BrowserContext, chromium } from 'playwright-core'
import type { Client } from '../src/cli/client.ts'
import { bash, orchestration, start } from '../test/support/pipelines.ts'
import { aDataFolder, removeFolder, startPlatform, waitFor } from '../test/support/platform.ts'
import { sessionCookie } from '../test/support/web-session.ts'
import { buildWeb } from './build-web.ts'

/** Takes the pictures of the README: the demo, with some variables, schedules and a run that failed. */
const images = 'docs/images'
const window = { width: 1280, height: 800 }

const nightly = {
  pipeline: { pipelineName: 'Flights/Load and report', environmentName: 'Production' },
  schedule: {
    name: 'Every weekday night',
    cronExpression: '0 30 2 ? * MON-FRI *',
    cronTimezone: 'Europe/Berlin',
    scheduleEnabled: true,
  },
}

await buildWeb()
await mkdir(images, { recursive: true })
const folder = await aDataFolder()
const platform = await startPlatform(folder, { HEADRACE_DEMO: 'true' })
const executablePath = process.env['HEADRACE_CHROMIUM'] ?? (await chromiumPackage.executablePath())
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-quic'] })
try {
  const shown = await prepare(platform.client)
  const value = await sessionCookie(platform.origin, folder)
  for (const scheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({
      baseURL: platform.origin,
      colorScheme: scheme,
      viewport: window,
    })
    await context.addCookies([{ name: 'headrace_session', value, url: platform.origin }])
    for (const [name, path, wanted] of pictures(shown)) {
      if (wanted === scheme) await take(context, name, path)
    }
    await context.close()
  }
} finally {
  await browser.close()
  await platform.stop()
  await removeFolder(folder)
}

type Shown = Awaited<ReturnType<typeof prepare>>

function pictures({ projectId, executionId, failedId, scheduleId, connectorId }: Shown) {
  const project = `/projects/${projectId}`
  const pipeline = encodeURIComponent('Flights/Load and report')
  return [
    ['home', '/', 'light'],
    ['pipeline', `${project}/pipelines?environment=Development&pipeline=${pipeline}`, 'light'],
    ['execution', `/executions/${executionId}`, 'light'],
    ['failed-execution', `/executions/${failedId}`, 'dark'],
    ['executions', `${project}/executions`, 'light'],
    ['schedule', `${project}/schedules/${scheduleId}`, 'light'],
    ['variables', `${project}/variables`, 'light'],
    ['runners', '/runners', 'dark'],
    ['connector', `/connectors/${connectorId}`, 'light'],
    ['audit', '/administration/audit', 'dark'],
  ] as const
}

async function take(context: BrowserContext, name: string, path: string): Promise<void> {
  const page = await context.newPage()
  await page.goto(path, { waitUntil: 'networkidle' })
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.screenshot({ path: join(images, `${name}.png`), animations: 'disabled' })
  await page.close()
  console.log(join(images, `${name}.png`))
}

/** What makes the pages worth looking at. */
async function prepare(client: Client) {
  const projects = await waitFor('the demo', async () => {
    const { results } = await client.get<{ results: Execution[] }>('/v1/pipeline-executions')
    return results.some(({ status }) => status === 'SUCCESS') && client.all<{ id: string }>('/v1/projects')
  })
  const projectId = projects[0]!.id
  const all = `/v1/projects/${projectId}`
  await prepareVariables(client, all)
  const { scheduleId } = await client.call<{ scheduleId: string }>('POST', `${all}/schedules`, {
    json: nightly,
  })
  const failedId = await aFailedRun(client, all)
  const { results } = await client.get<{ results: Execution[] }>('/v1/pipeline-executions?status=SUCCESS')
  const [connector] = await client.all<{ connectorId: string }>('/v1/custom-connectors')
  const executionId = results.find(({ pipelineName }) =>
    pipelineName.startsWith('Flights'),
  )!.pipelineExecutionId
  return { projectId, executionId, failedId, scheduleId, connectorId: connector!.connectorId }
}

interface Execution {
  readonly pipelineExecutionId: string
  readonly pipelineName: string
  readonly status: string
}

async function prepareVariables(client: Client, all: string): Promise<void> {
  const variables = [
    ['bucket', 'TEXT', 's3://landing', 's3://landing-production'],
    ['max_rows', 'NUMBER', 100_000, 5_000_000],
    ['notify', 'TEXT', 'nobody@example.com', 'data@example.com'],
  ] as const
  for (const [name, type, value, override] of variables) {
    await client.call('POST', `${all}/variables`, { json: { name, type, behaviour: 'SHARED', value } })
    await client.call('POST', `${all}/variables/${name}/environment-overrides`, {
      json: { overrides: [{ environmentName: 'Production', value: override }] },
    })
  }
}

async function aFailedRun(client: Client, all: string): Promise<string> {
  const files = {
    'Ingest orders.orch.yaml': orchestration({
      Start: start('Fetch orders', 'Fetch customers'),
      'Fetch orders': bash('echo 1200 orders', { success: ['Check totals'] }),
      'Fetch customers': bash('sleep 0.4; echo 310 customers', { success: ['Check totals'] }),
      'Check totals': bash('echo "Totals differ: 1200 orders, 1187 payments"; exit 3', {
        success: ['Publish'],
        failure: ['Tell the team'],
      }),
      Publish: bash('echo published'),
      'Tell the team': bash('echo told'),
    }),
  }
  const form = new FormData()
  for (const [path, content] of Object.entries(files)) form.append(path, new Blob([content]), path)
  const headers = { versionName: '1.1', environmentName: 'Development' }
  await client.call('POST', `${all}/artifacts`, { form, headers })
  const json = { pipelineName: 'Ingest orders', environmentName: 'Development', versionName: '1.1' }
  const { pipelineExecutionId } = await client.call<Execution>('POST', `${all}/pipeline-executions`, { json })
  await waitFor('the run that fails', async () => {
    const { status } = await client.get<Execution>(`/v1/pipeline-executions/${pipelineExecutionId}`)
    return status === 'FAILED' || status === 'SUCCESS'
  })
  return pipelineExecutionId
}
