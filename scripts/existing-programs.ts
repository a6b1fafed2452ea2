import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bash, orchestration, start } from '../test/support/pipelines.ts'
import { aPublishedProject, type Platform, waitFor } from '../test/support/platform.ts'

/** What a program says of one thing that it tried. */
export interface Finding {
  readonly name: string
  readonly isPassed: boolean
  readonly detail: string
}

export interface Tools {
  /** What a program prints, whatever its exit code. */
  output(program: string, args: readonly string[], env?: Readonly<Record<string, string>>): Promise<string>
  /** A folder for their files. */
  readonly scratch: string
}

interface Credential {
  readonly clientId: string
  readonly clientSecret: string
}
type Project = Awaited<ReturnType<typeof aPublishedProject>>

const LONGEST_DETAIL_CHARACTERS = 2_000

const sql = (sqlScript: string, ...success: string[]) => ({
  type: 'sql-executor',
  parameters: { sqlScript },
  links: { success },
})

const files = {
  'Main.orch.yaml': orchestration({
    Start: start('Greet'),
    Greet: bash('echo hello', { success: ['Child'] }),
    Child: { type: 'run-orchestration', parameters: { orchestrationJob: 'sub/Child' } },
  }),
  'sub/Child.orch.yaml': orchestration({ Start: start('Work'), Work: bash('echo work') }),
  'Totals.orch.yaml': orchestration({
    Start: start('Orders'),
    Orders: sql('create or replace table orders as select 1 as id, 2.5 as amount', 'Totals'),
    Totals: sql('create or replace table totals as select sum(amount) as total from orders'),
  }),
  'Breaks.orch.yaml': orchestration({ Start: start('Break'), Break: bash('exit 3') }),
}

/**
 * A project with a schedule, three executions that have ended, and the lineage of one, for programs that read
 * what is there.
 */
export async function aProjectWithHistory({ client }: Platform): Promise<Project> {
  const project = await aPublishedProject(client, files)
  const pipeline = { pipelineName: 'Main', environmentName: 'Development' }
  const schedule = { name: 'Nightly', cronExpression: '0 0 3 * * ?' }
  await client.call('POST', `/v1/projects/${project.projectId}/schedules`, { json: { pipeline, schedule } })
  for (const name of ['Main', 'Breaks', 'Totals']) await project.finished(await project.run(name))
  await waitFor('the lineage to be recorded', async () =>
    (await lineageEvents(client)).some(
      ({ event }) => event.job.name === 'Totals' && event.eventType === 'COMPLETE',
    ),
  )
  return project
}

interface Told {
  readonly event: { readonly eventType: string; readonly job: { readonly name: string } }
}

async function lineageEvents(client: Platform['client']): Promise<readonly Told[]> {
  const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString()
  const path = `/v1/lineage/events?generatedFrom=${day(-1)}&generatedBefore=${day(1)}&size=100`
  return (await client.get<{ results: readonly Told[] }>(path)).results
}

interface Aspect {
  readonly entityType: string
  readonly aspectName: string
  readonly aspect: { readonly json: Readonly<Record<string, unknown>> }
}

/**
 * The source of a metadata catalogue: it reads projects, environments, pipelines, schedules, executions,
 * steps and lineage.
 */
export async function metadataCatalogue(
  { origin }: Platform,
  project: Project,
  { clientId, clientSecret }: Credential,
  { output, scratch }: Tools,
): Promise<Finding[]> {
  const [recipe, filename] = [join(scratch, 'recipe.yml'), join(scratch, 'catalogue.json')]
  const api_config = {
    client_id: clientId,
    client_secret: clientSecret,
    custom_base_url: `${origin}/dpc`,
    custom_oauth_token_url: `${origin}/oauth/dpc/token`,
  }
  const source = { type: 'matillion-dpc', config: { api_config } }
  await writeFile(recipe, JSON.stringify({ source, sink: { type: 'file', config: { filename } } }))
  const text = await output('datahub', ['ingest', '-c', recipe], { DATAHUB_TELEMETRY_ENABLED: 'false' })
  const aspects = JSON.parse(await readFile(filename, 'utf8').catch(() => '[]')) as Aspect[]
  const values = (aspectName: string) =>
    aspects.filter((one) => one.aspectName === aspectName).map(({ aspect }) => JSON.stringify(aspect.json))
  const has = (what: string, aspectName: string, ...parts: string[]): Finding => ({
    name: what,
    isPassed: values(aspectName).some((one) => parts.every((part) => one.includes(part))),
    detail: values(aspectName).join(' ').slice(0, LONGEST_DETAIL_CHARACTERS),
  })
  return [
    {
      name: 'the ingestion ends without a failure or warning',
      isPassed: /Pipeline finished successfully/.test(text),
      detail: text.slice(-LONGEST_DETAIL_CHARACTERS),
    },
    has('the project', 'containerProperties', `"${project.name}"`),
    has('the environment', 'containerProperties', '"Development"'),
    has('a pipeline with its schedule', 'dataFlowInfo', '"Main"', '0 0 3 * * ?'),
    has('a step', 'dataJobInfo', '"Greet"'),
    has('the tables that a pipeline writes', 'dataJobInputOutput', 'main.totals', 'main.orders'),
    has('a run that succeeded', 'dataProcessInstanceRunEvent', '"COMPLETE"', '"SUCCESS"'),
    has('a run that failed', 'dataProcessInstanceRunEvent', '"COMPLETE"', '"FAILURE"'),
  ]
}

/**
 * The catalogue's reader of OpenLineage, apart from its source: that one reads job namespaces as
 * `matillion://<project>.<environment>`, where ours are `matillion://<account>.<project>`.
 */
const lineageReader = `import json, sys
from datahub.ingestion.source.matillion_dpc.matillion_lineage import OpenLineageParser

reader = OpenLineageParser()
for one in json.load(open(sys.argv[1])):
    inputs, outputs, columns = reader.parse_lineage_event(one["event"])
    for output in outputs:
        columns = reader.extract_column_lineage(one["event"], output, inputs)
        aspect = reader.create_upstream_lineage(inputs, output, columns)
        print(output.name, json.dumps(aspect.to_obj()))
`

/** Which tables and columns the catalogue finds in the events of the project. */
export async function catalogueLineage({ client }: Platform, { output, scratch }: Tools): Promise<Finding[]> {
  const filename = join(scratch, 'events.json')
  await writeFile(filename, JSON.stringify(await lineageEvents(client)))
  const text = await output('python', ['-c', lineageReader, filename])
  const line = text.split('\n').find((one) => one.startsWith('main.totals ')) ?? ''
  const has = (name: string, ...parts: string[]): Finding => ({
    name,
    isPassed: parts.every((part) => line.includes(part)),
    detail: text.slice(-LONGEST_DETAIL_CHARACTERS),
  })
  return [
    has('the table that a table is made of', '"upstreams"', 'duckdb,main.orders,PROD)'),
    has('the column that a column is made of', 'main.orders,PROD),amount)', 'main.totals,PROD),total)'),
  ]
}

/** Its address for tokens is fixed: whatever it sends there goes to the server that is tried. */
const redirection = `import os
import requests

send = requests.Session.request


def request(self, method, url, **options):
    url = url.replace("https://id.core.matillion.com", os.environ["TRIED_ORIGIN"])
    return send(self, method, url, **options)


requests.Session.request = request
`

/**
 * The command line of an orchestration vendor: it lists projects and pipelines, runs pipelines and waits for
 * them.
 */
export async function orchestrationCli(
  { origin }: Platform,
  project: Project,
  { clientId, clientSecret }: Credential,
  { output, scratch }: Tools,
): Promise<Finding[]> {
  const folder = join(scratch, 'redirection')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'sitecustomize.py'), redirection)
  const env = {
    PYTHONPATH: folder,
    TRIED_ORIGIN: origin,
    MATILLION_BASE_URL: origin,
    MATILLION_CLIENT_ID: clientId,
    MATILLION_CLIENT_SECRET: clientSecret,
  }
  const inEnvironment = ['--environment', 'Development']
  const attempt = async (name: string, args: readonly string[], expected: RegExp): Promise<Finding> => {
    const text = await output('paradime', ['run', ...args], env)
    return { name, isPassed: expected.test(text), detail: text.slice(-LONGEST_DETAIL_CHARACTERS) }
  }
  const run = (pipeline: string) => [
    'matillion-pipeline',
    '--wait',
    ...inEnvironment,
    '--project-names',
    project.name,
    '--pipeline-names',
    pipeline,
  ]
  const list = ['matillion-list-pipelines', '--project-name', project.name, ...inEnvironment]
  return [
    await attempt('lists projects', ['matillion-list-projects'], new RegExp(project.name)),
    await attempt('lists pipelines', list, /\bsub\/Child\b/),
    await attempt('runs a pipeline', run('Main'), /Main\s.*SUCCESS/),
    await attempt('sees that a pipeline fails', run('Breaks'), /Breaks\s.*FAILED/),
    await attempt('says that there is no such pipeline', run('Nothing'), /failed:.*\b404\b/s),
  ]
}
