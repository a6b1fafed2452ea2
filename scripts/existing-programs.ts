import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bash, orchestration, start } from '../test/support/pipelines.ts'
import { aPublishedProject, type Platform } from '../test/support/platform.ts'

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

const files = {
  'Main.orch.yaml': orchestration({
    Start: start('Greet'),
    Greet: bash('echo hello', { success: ['Child'] }),
    Child: { type: 'run-orchestration', parameters: { orchestrationJob: 'sub/Child' } },
  }),
  'sub/Child.orch.yaml': orchestration({ Start: start('Work'), Work: bash('echo work') }),
  'Breaks.orch.yaml': orchestration({ Start: start('Break'), Break: bash('exit 3') }),
}

/** A project with a schedule and two executions that have ended, for programs that read what is there. */
export async function aProjectWithHistory({ client }: Platform): Promise<Project> {
  const project = await aPublishedProject(client, files)
  const pipeline = { pipelineName: 'Main', environmentName: 'Development' }
  const schedule = { name: 'Nightly', cronExpression: '0 0 3 * * ?' }
  await client.call('POST', `/v1/projects/${project.projectId}/schedules`, { json: { pipeline, schedule } })
  for (const name of ['Main', 'Breaks']) await project.finished(await project.run(name))
  return project
}

interface Aspect {
  readonly entityType: string
  readonly aspectName: string
  readonly aspect: { readonly json: Readonly<Record<string, unknown>> }
}

/** The source of a metadata catalogue: it reads projects, environments, pipelines, schedules, executions and steps. */
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
    has('a run that succeeded', 'dataProcessInstanceRunEvent', '"COMPLETE"', '"SUCCESS"'),
    has('a run that failed', 'dataProcessInstanceRunEvent', '"COMPLETE"', '"FAILURE"'),
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

/** The command line of an orchestration vendor: it lists projects and pipelines, runs pipelines and waits for them. */
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
