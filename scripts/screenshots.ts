import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import chromiumPackage from '@sparticuz/chromium'
import { type BrowserContext, chromium } from 'playwright-core'
import type { Client } from '../test/support/api-client.ts'
import { bash, orchestration, start } from '../test/support/pipelines.ts'
import { aDataFolder, removeFolder, startPlatform, waitFor } from '../test/support/platform.ts'
import { sessionCookie } from '../test/support/web-session.ts'
import { buildWeb } from './build-web.ts'

/** Takes the pictures of the README: the demo, with some variables, schedules and a run that failed. */
const images = 'docs/images'
const window = { width: 1280, height: 800 }

const nightly = {
  pipeline: { pipelineName: 'Ingest orders', environmentName: 'Production' },
  schedule: {
    name: 'Every weekday night',
    cronExpression: '0 30 2 ? * MON-FRI *',
    cronTimezone: 'Europe/Berlin',
    scheduleEnabled: true,
  },
}

const pipelines = {
  'Ingest orders.orch.yaml': orchestration({
    Start: start('Fetch orders', 'Fetch payments'),
    'Fetch orders': bash('echo 1200 orders', { success: ['Both there'] }),
    'Fetch payments': bash('sleep 0.4; echo 1187 payments', { success: ['Both there'] }),
    'Both there': { type: 'and', links: { unconditional: ['Check totals'] } },
    'Check totals': bash('echo "Totals differ: 1200 orders, 1187 payments"; exit 3', {
      success: ['Publish'],
    }),
    Publish: bash('echo published'),
  }),
  'Load customers.orch.yaml': orchestration({ Start: start('Load'), Load: bash('echo 310 customers') }),
  'Load payments.orch.yaml': orchestration({ Start: start('Load'), Load: bash('echo 1187 payments') }),
  'Rebuild the catalogue.orch.yaml': orchestration({ Start: start('Rebuild'), Rebuild: bash('sleep 120') }),
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

function pictures({ demoId, shopId, executionId, failedId, scheduleId, connectorId }: Shown) {
  const pipeline = encodeURIComponent('Flights/Load and report')
  return [
    ['home', '/', 'light'],
    ['designer', `/projects/${demoId}/designer?branch=main&file=${pipeline}.orch.yaml`, 'light'],
    ['statistics', '/statistics', 'dark'],
    ['pipeline', `/projects/${demoId}/pipelines?environment=Development&pipeline=${pipeline}`, 'light'],
    ['execution', `/executions/${executionId}`, 'light'],
    ['failed-execution', `/executions/${failedId}`, 'dark'],
    ['executions', '/executions', 'light'],
    ['schedule', `/projects/${shopId}/schedules/${scheduleId}`, 'light'],
    ['variables', `/projects/${shopId}/variables`, 'light'],
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

/** What makes the pages worth looking at: a second project, with what failed and what runs. */
async function prepare(client: Client) {
  const demoId = await waitFor('the demo', async () => {
    const { results } = await client.get<{ results: Execution[] }>('/v1/pipeline-executions?status=SUCCESS')
    return results[0]?.projectId
  })
  const { results } = await client.get<{ results: Execution[] }>('/v1/pipeline-executions?status=SUCCESS')
  const [connector] = await client.all<{ connectorId: string }>('/v1/custom-connectors')
  const shop = await aShop(client)
  const executionId = results.find(({ pipelineName }) =>
    pipelineName.startsWith('Flights'),
  )!.pipelineExecutionId
  return { demoId, executionId, connectorId: connector!.connectorId, ...shop }
}

interface Execution {
  readonly pipelineExecutionId: string
  readonly projectId: string
  readonly pipelineName: string
  readonly status: string
}

async function aShop(client: Client) {
  const json = { name: 'Shop', description: 'Orders, payments and customers' }
  const { projectId: shopId } = await client.call<{ projectId: string }>('POST', '/v1/projects', { json })
  const all = `/v1/projects/${shopId}`
  const agents = await client.all<{ agentId: string }>('/v1/agents')
  for (const name of ['Development', 'Production']) {
    const environment = { name, defaultAgentId: agents[0]!.agentId }
    await client.call('POST', `${all}/environments`, { json: environment })
    const form = new FormData()
    for (const [path, content] of Object.entries(pipelines)) form.append(path, new Blob([content]), path)
    const headers = { versionName: '2.4', environmentName: name }
    await client.call('POST', `${all}/artifacts`, { form, headers })
  }
  await prepareVariables(client, all)
  const { scheduleId } = await client.call<{ scheduleId: string }>('POST', `${all}/schedules`, {
    json: nightly,
  })
  for (const name of ['Load customers', 'Load payments']) await run(client, all, name)
  const failedId = await run(client, all, 'Ingest orders')
  await waitFor('the run that fails', async () => {
    const { status } = await client.get<Execution>(`/v1/pipeline-executions/${failedId}`)
    return status === 'FAILED'
  })
  await run(client, all, 'Rebuild the catalogue')
  return { shopId, scheduleId, failedId }
}

async function run(client: Client, all: string, pipelineName: string): Promise<string> {
  const json = { pipelineName, environmentName: 'Production' }
  return (await client.call<Execution>('POST', `${all}/pipeline-executions`, { json })).pipelineExecutionId
}

async function prepareVariables(client: Client, all: string): Promise<void> {
  const variables = [
    ['bucket', 'TEXT', 's3://landing', 's3://landing-production'],
    ['currency', 'TEXT', 'EUR', undefined],
    ['max_rows', 'NUMBER', 100_000, 5_000_000],
    ['notify', 'TEXT', 'ada@example.com', 'data@example.com'],
    ['retries', 'NUMBER', 1, 3],
  ] as const
  for (const [name, type, value, override] of variables) {
    await client.call('POST', `${all}/variables`, { json: { name, type, behaviour: 'SHARED', value } })
    if (override === undefined) continue
    await client.call('POST', `${all}/variables/${name}/environment-overrides`, {
      json: { overrides: [{ environmentName: 'Production', value: override }] },
    })
  }
}
