import { execFile } from 'node:child_process'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { openApiDocument } from '../src/roles/api/openapi-document.ts'
import { aDataFolder, type Platform, removeFolder, startPlatform } from '../test/support/platform.ts'
import {
  aProjectWithHistory,
  catalogueLineage,
  type Finding,
  metadataCatalogue,
  orchestrationCli,
  type Tools,
} from './existing-programs.ts'
import { checkClient, clientChecks } from './generated-clients.ts'

/**
 * Runs public programs from PyPI against a real server and prints what passed, what failed, and what is
 * deliberately different. Installs them into a virtual environment below the folder for temporary files,
 * which a later run finds.
 */

/** By virtual environment: what they depend on does not go together. */
const packages = {
  testing: ['schemathesis', 'scim2-cli', 'scim-sanity', 'openapi-python-client', 'mypy'],
  existing: ['acryl-datahub[matillion-dpc]', 'paradime-io'],
} as const
type Environment = keyof typeof packages

/** Findings that are deliberate differences and not faults, by a part of their name, with the reason. */
const deliberate: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'scim2-cli': {
    check_add_attribute: 'references of members are named `ref`, as the API specifies; `$ref` is taken too',
    check_replace_attribute:
      'references of members are named `ref`, as the API specifies; `$ref` is taken too',
    check_remove_attribute: 'a user whose `active` was removed is active',
    search_with_attributes: 'searches are about one type of resource: /Users/.search, /Groups/.search',
  },
  schemathesis: {
    'GET /v1/pipeline-executions/{pipelineExecutionId}/logs':
      'OpenAPI 3.1 has no schema of one event of a stream: the document describes the stream, which is a text',
  },
  'scim-sanity': {
    'PATCH /Groups/{id} add member': 'members have to exist: RFC 7643 defines them by the id of a resource',
    'PATCH /Groups/{id} remove members':
      'answers 204, as RFC 7644 §3.5.2 allows, unless attributes are named',
    'PATCH /Groups/{id}': 'answers 204, as RFC 7644 §3.5.2 allows, unless attributes are named',
  },
}

const run = promisify(execFile)
const scratch = join(tmpdir(), 'headrace-conformance')
const binOf = (environment: Environment): string => join(scratch, environment, 'bin')

/** What a program prints, whatever its exit code. */
async function output(
  program: string,
  args: readonly string[],
  { env, environment = 'testing' }: { env?: NodeJS.ProcessEnv | undefined; environment?: Environment } = {},
): Promise<string> {
  const options = { cwd: scratch, maxBuffer: 256 * 1024 * 1024, env: { ...process.env, ...env } }
  const { stdout, stderr } = await run(join(binOf(environment), program), args, options).catch(
    (error: { stdout?: string; stderr?: string; message: string }) => {
      if (error.stdout === undefined) throw new Error(error.message)
      return { stdout: error.stdout, stderr: error.stderr ?? '' }
    },
  )
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours of terminals are what is removed
  return `${stdout}${stderr}`.replaceAll(/\u001b\[[0-9;]*m/g, '')
}

async function install(): Promise<void> {
  await mkdir(scratch, { recursive: true })
  for (const environment of ['testing', 'existing'] as const) {
    console.log(`Installing ${packages[environment].join(', ')} into ${join(scratch, environment)}`)
    await run('python3', ['-m', 'venv', join(scratch, environment)])
    const pip = join(binOf(environment), 'pip')
    await run(pip, ['install', '--quiet', ...packages[environment]], { maxBuffer: 64 * 1024 * 1024 })
  }
}

/** The SCIM client's own compliance test: one line with SUCCESS or ERROR per check, its sentence below. */
async function scim2(base: string, token: string): Promise<Finding[]> {
  const headers = ['-h', `Authorization: Bearer ${token}`, '-h', 'Accept: application/scim+json']
  const text = await output('scim2', ['-u', base, ...headers, 'test'])
  const lines = text.split('\n')
  return lines.flatMap((line, i) => {
    const [, outcome, name] = /^(SUCCESS|ERROR|CRITICAL) (\S+)/.exec(line) ?? []
    return name === undefined
      ? []
      : [{ name, isPassed: outcome === 'SUCCESS', detail: lines[i + 1]?.trim() ?? '' }]
  })
}

/** A probe of the life of users and groups: `[PASS]` or `[FAIL]` per step, what was wrong below. */
async function scimSanity(base: string, token: string): Promise<Finding[]> {
  const text = await output('scim-sanity', ['probe', base, '--token', token, '--i-accept-side-effects'])
  const lines = text.split('\n')
  return lines.flatMap((line, i) => {
    const [, outcome, name] = /^\s*\[(PASS|FAIL)\] (.+)$/.exec(line) ?? []
    return name === undefined
      ? []
      : [{ name, isPassed: outcome === 'PASS', detail: lines[i + 1]?.trim() ?? '' }]
  })
}

/** They would end the access of the run itself. */
const notTried = [
  'setApiCredentialRoles',
  'deleteApiCredential',
  'updateApiCredential',
  'updateSignInSettings',
]

/** A list that is far too long makes a body that is too large, which is refused before anything reads it. */
const schemathesisSettings = `[checks.negative_data_rejection]
expected-statuses = [400, 401, 403, 404, 405, 406, 409, 413, 415, 422, 428, 429, "5xx"]
`

/** Headers that are too large are refused before it is known which operation they are for. */
const isRefusedUnread = (report: string): boolean =>
  /Received: 431/.test(report) && !/^- ST(?!103)\d+/m.test(report)

/**
 * Requests that the OpenAPI document allows, and some that it does not, to every operation. A request that it
 * allows may still be refused for what JSON Schema cannot say (an instant in the past, a name that is taken):
 * not checked.
 */
async function schemathesis(origin: string, token: string): Promise<Finding[]> {
  await writeFile(join(scratch, 'schemathesis.toml'), schemathesisSettings)
  const text = await output('schemathesis', [
    'run',
    `${origin}/api/v1/openapi.json`,
    ...[
      '--header',
      `Authorization: Bearer ${token}`,
      '--phases',
      'examples,coverage',
      '--continue-on-failure',
    ],
    ...['--exclude-checks', 'positive_data_acceptance', '--no-color'],
    ...notTried.flatMap((id) => ['--exclude-operation-id', id]),
  ])
  const tested = /Tested: (\d+)/.exec(text)?.[1]
  if (tested === undefined) return [{ name: 'operations', isPassed: false, detail: text.slice(-2_000) }]
  const failures = [...text.matchAll(/^_{3,} (.+?) _{3,}$([\s\S]*?)(?=^_{3,} |^={3,})/gm)]
    .filter(([, , report]) => /^- ST\d+/m.test(report!) && !isRefusedUnread(report!))
    .map(([, name, report]) => ({ name: name!, isPassed: false, detail: summaryOf(report!) }))
  const passed = Array.from({ length: Number(tested) - failures.length }, () => pass('an operation'))
  return [...passed, ...failures]
}

const summaryOf = (report: string): string => report.replaceAll(/\s+/g, ' ').slice(0, 400)
const pass = (name: string): Finding => ({ name, isPassed: true, detail: '' })

/** Clients generated from the document, and compiled. */
async function generatedClients(): Promise<Finding[]> {
  process.env['PATH'] = `${binOf('testing')}${delimiter}${process.env['PATH']}`
  const document = await openApiDocument()
  const findings: Finding[] = []
  for (const language of Object.keys(clientChecks).filter((one) => one !== 'TypeScript')) {
    const folder = join(scratch, 'clients')
    await rm(folder, { recursive: true, force: true })
    const { outcome, detail } = await checkClient(language, document, folder)
    if (outcome === 'skipped') console.log(`${language} client: skipped, ${detail}`)
    else findings.push({ name: `${language} client`, isPassed: outcome === 'compiled', detail })
  }
  return findings
}

/** Prints the findings of a program; whether all that failed is deliberate. */
function report(program: string, findings: readonly Finding[]): boolean {
  const reasonOf = ({ name }: Finding) => deliberate[program]?.[name]
  const failed = findings.filter(({ isPassed }) => !isPassed)
  const different = failed.filter((finding) => reasonOf(finding) !== undefined)
  const wrong = failed.filter((finding) => reasonOf(finding) === undefined)
  const passed = findings.length - failed.length
  console.log(
    `${program}: ${passed} passed, ${wrong.length} failed, ${different.length} deliberately different`,
  )
  for (const finding of different) console.log(`  different: ${finding.name}: ${reasonOf(finding)}`)
  for (const { name, detail } of wrong) console.log(`  FAILED: ${name}: ${detail}`)
  return wrong.length === 0 && passed > 0
}

async function tryAll(platform: Platform): Promise<boolean> {
  const { origin, client, folder } = platform
  const base = `${origin}/api/v1/directory-integration/scim/v2`
  // Identity providers do not send the `meta` that the specified create requires.
  await client.call('PATCH', '/v1/directory-integration/settings', { json: { requireMeta: false } })
  const { token } = await client.call<{ token: string }>('POST', '/v1/directory-integration/tokens', {
    json: { name: 'Conformance' },
  })
  const admin = JSON.parse(await readFile(join(folder, 'admin-credentials.json'), 'utf8'))
  const answer = await fetch(`${origin}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: admin.clientId,
      client_secret: admin.clientSecret,
    }),
  })
  const { access_token: access } = (await answer.json()) as { access_token: string }
  const project = await aProjectWithHistory(platform)
  const tools: Tools = {
    scratch,
    output: (program, args, env) => output(program, args, { env, environment: 'existing' }),
  }
  const existing = [platform, project, admin, tools] as const
  const outcomes = [
    report('acryl-datahub', await metadataCatalogue(...existing)),
    report("acryl-datahub's reader of OpenLineage", await catalogueLineage(platform, tools)),
    report('paradime-io', await orchestrationCli(...existing)),
    report('scim2-cli', await scim2(base, token)),
    report('scim-sanity', await scimSanity(base, token)),
    report('schemathesis', await schemathesis(origin, access)),
    report('openapi-python-client and oapi-codegen', await generatedClients()),
  ]
  return outcomes.every(Boolean)
}

await install()
const folder = await aDataFolder()
const platform = await startPlatform(folder)
try {
  if (!(await tryAll(platform))) process.exitCode = 1
} finally {
  await platform.stop()
  await removeFolder(folder)
}
