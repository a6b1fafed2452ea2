import { execFile } from 'node:child_process'
import { access, mkdir, realpath, writeFile } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import openApiTypes, { astToString, type OpenAPI3 } from 'openapi-typescript'

interface ClientResult {
  readonly outcome: 'compiled' | 'failed' | 'skipped'
  /** What the generator or the compiler said, or why nothing was tried. */
  readonly detail: string
}

type ClientCheck = (document: object, folder: string) => Promise<ClientResult>

const run = promisify(execFile)
const compiled: ClientResult = { outcome: 'compiled', detail: '' }
const failed = (detail: string): ClientResult => ({ outcome: 'failed', detail })
const skipped = (detail: string): ClientResult => ({ outcome: 'skipped', detail })

/** The path of a program, or undefined when there is none of that name. */
async function find(program: string): Promise<string | undefined> {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    const path = join(folder, program)
    if (
      await access(path).then(
        () => true,
        () => false,
      )
    )
      return path
  }
  return undefined
}

/** What a program printed, and whether it succeeded. */
async function output(program: string, args: readonly string[], cwd: string) {
  const done = await run(program, args, { cwd, maxBuffer: 64 * 1024 * 1024 }).then(
    ({ stdout, stderr }) => ({ ok: true, text: stdout + stderr }),
    (error: { stdout?: string; stderr?: string; message: string }) => ({
      ok: false,
      text: `${error.stdout ?? ''}${error.stderr ?? ''}` || error.message,
    }),
  )
  return done
}

/**
 * A program of a client in TypeScript: it compiles only when methods, bodies, answers and errors have types.
 */
const typescriptProgram = `
import createClient from 'openapi-fetch'
import type { components, paths } from './types.ts'
const client = createClient<paths>({ baseUrl: 'http://localhost/api' })
export async function list(projectId: string): Promise<readonly components['schemas']['Schedule'][]> {
  const { data, error } = await client.GET('/v1/projects/{projectId}/schedules', { params: { path: { projectId } } })
  if (error !== undefined) throw new Error(error.violations.join(', '))
  return data.results
}
export async function change(projectId: string, ifMatch: string): Promise<components['schemas']['Project']> {
  const params = { path: { projectId }, header: { 'If-Match': ifMatch } }
  const { data, error } = await client.PATCH('/v1/projects/{projectId}', { params, body: { name: 'Sales' } })
  if (data === undefined) throw new Error(error.title)
  return data
}
`

/**
 * Types of the whole document by openapi-typescript, and a program that calls it, under every strict check.
 */
const checkTypeScript: ClientCheck = async (document, folder) => {
  const nodes = await openApiTypes(document as OpenAPI3, { silent: true })
  await writeFile(join(folder, 'types.ts'), astToString(nodes))
  await writeFile(join(folder, 'client.ts'), typescriptProgram)
  const compilerOptions = {
    strict: true,
    noEmit: true,
    module: 'nodenext',
    target: 'esnext',
    allowImportingTsExtensions: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    types: [],
    lib: ['esnext', 'dom', 'dom.iterable'],
  }
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['client.ts'] }))
  const tsc = join(import.meta.dirname, '../node_modules/typescript/bin/tsc')
  const { ok, text } = await output(process.execPath, [tsc, '-p', folder], folder)
  return ok ? compiled : failed(text)
}

/** Bodies that are sent and read as they are: the generator knows JSON, forms and bytes only. */
const pythonSettings = `content_type_overrides:
  application/x-ndjson: text/plain
  text/event-stream: text/plain
  application/xml: text/plain
  application/yaml: application/octet-stream
  text/csv: application/octet-stream
post_hooks: []
`
const importAll = `
import importlib, pkgutil, headrace
for module in pkgutil.walk_packages(headrace.__path__, 'headrace.'):
    importlib.import_module(module.name)
`

/**
 * A client by openapi-python-client, imported whole with warnings as errors, and type-checked when mypy is
 * there.
 */
const checkPython: ClientCheck = async (document, folder) => {
  const generator = await find('openapi-python-client')
  if (generator === undefined) return skipped('openapi-python-client is not installed')
  await writeFile(join(folder, 'openapi.json'), JSON.stringify(document))
  await writeFile(join(folder, 'settings.yaml'), pythonSettings)
  const settings = ['--config', 'settings.yaml', '--output-path', 'headrace', '--meta', 'none']
  const made = await output(generator, ['generate', '--path', 'openapi.json', ...settings], folder)
  if (!made.ok || /warning/i.test(made.text)) return failed(made.text)
  const python = join(dirname(await realpath(generator)), 'python')
  const imported = await output(python, ['-W', 'error::SyntaxWarning', '-c', importAll], folder)
  if (!imported.ok) return failed(imported.text)
  if (!(await output(python, ['-m', 'mypy', '--version'], folder)).ok) return compiled
  const checked = await output(python, ['-m', 'mypy', '--strict', 'headrace'], folder)
  return checked.ok ? compiled : failed(checked.text)
}

const goSettings = `package: headrace
output: client.gen.go
generate:
  models: true
  client: true
output-options:
  skip-prune: true
`

/** A client by oapi-codegen, vetted and built. */
const checkGo: ClientCheck = async (document, folder) => {
  const [generator, go] = [await find('oapi-codegen'), await find('go')]
  if (generator === undefined || go === undefined) return skipped('go or oapi-codegen is not installed')
  await writeFile(join(folder, 'openapi.json'), JSON.stringify(document))
  await writeFile(join(folder, 'settings.yaml'), goSettings)
  const made = await output(generator, ['-config', 'settings.yaml', 'openapi.json'], folder)
  if (!made.ok || /warning/i.test(made.text)) return failed(made.text)
  await output(go, ['mod', 'init', 'headrace'], folder)
  const modules = await output(go, ['mod', 'tidy'], folder)
  if (!modules.ok) return skipped(`the modules of the client cannot be had: ${modules.text}`)
  const vetted = await output(go, ['vet', './...'], folder)
  return vetted.ok && vetted.text === '' ? compiled : failed(vetted.text)
}

export const clientChecks: Readonly<Record<string, ClientCheck>> = {
  TypeScript: checkTypeScript,
  Python: checkPython,
  Go: checkGo,
}

/** Generates and compiles one client in a folder of its own below `scratch`. */
export async function checkClient(
  language: string,
  document: object,
  scratch: string,
): Promise<ClientResult> {
  const folder = join(scratch, `client-${language.toLowerCase()}`)
  await mkdir(folder, { recursive: true })
  return clientChecks[language]!(document, folder)
}
