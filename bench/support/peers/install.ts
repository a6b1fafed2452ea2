import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { access, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify, stripVTControlCharacters } from 'node:util'

const INSTALL_MS = 1_800_000
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024
const PROGRESS_MS = 15_000
/** Written when everything is there: what was cut short is installed again. */
const DONE = 'installed.json'

/** The same engine as Headrace brings, so that the data task is the same work. */
export const DUCKDB = 'duckdb==1.5.5'

/**
 * A Python with these packages, in a folder of its own. `HEADRACE_BENCH_PYTHON` names another one to begin
 * with.
 */
export function installPython(folder: string, packages: readonly string[], main: string): Promise<string> {
  const python = join(folder, 'bin/python')
  return once(folder, async () => {
    await run(process.env['HEADRACE_BENCH_PYTHON'] ?? 'python3', ['-m', 'venv', folder])
    await run(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...packages])
    const version = `from importlib.metadata import version; print(version(${JSON.stringify(main)}))`
    return (await run(python, ['-c', version])).trim()
  })
}

/**
 * A package of npm with everything that it depends on. Only the native modules named are built, from their
 * source.
 */
export function installNpm(folder: string, spec: string, native: readonly string[]): Promise<string> {
  return once(folder, async () => {
    await writeFile(join(folder, 'package.json'), '{"private":true}')
    await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', spec], folder)
    const headers = nodeHeaders()
    await run('npm', ['rebuild', ...native, '--foreground-scripts'], folder, {
      ...(headers !== undefined && { npm_config_nodedir: headers }),
    })
    const [name] = spec.split('@')
    const manifest = await readFile(join(folder, 'node_modules', name!, 'package.json'), 'utf8')
    return (JSON.parse(manifest) as { version: string }).version
  })
}

/**
 * The folder that has Node's headers, also where Node itself is a package; undefined where they have to be
 * downloaded.
 */
function nodeHeaders(): string | undefined {
  const root = dirname(dirname(process.execPath))
  const folders = [root, join(root, `node_modules/node-${process.platform}-${process.arch}`)]
  return folders.find((one) => existsSync(join(one, 'include/node/node_api.h')))
}

/** A program of Go, built from its module. */
export function installGo(folder: string, program: string, version: string): Promise<string> {
  return once(folder, async () => {
    await run('go', ['install', `${program}@${version}`], folder, { GOBIN: folder })
    return version
  })
}

/** Says every while that an installation goes on, and how long it took. */
async function once(folder: string, install: () => Promise<string>): Promise<string> {
  const done = join(folder, DONE)
  const isThere = await access(done).then(
    () => true,
    () => false,
  )
  if (isThere) return (JSON.parse(await readFile(done, 'utf8')) as { version: string }).version
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const begun = performance.now()
  const seconds = () => Math.round((performance.now() - begun) / 1_000)
  const progress = setInterval(() => console.log(`  still installing, ${seconds()} s`), PROGRESS_MS)
  try {
    const version = await install()
    await writeFile(done, JSON.stringify({ version }))
    console.log(`  installed ${version} into ${folder} in ${seconds()} s`)
    return version
  } finally {
    clearInterval(progress)
  }
}

async function run(
  command: string,
  args: readonly string[],
  cwd?: string,
  env?: Readonly<Record<string, string>>,
): Promise<string> {
  const options = {
    maxBuffer: MAX_OUTPUT_BYTES,
    timeout: INSTALL_MS,
    ...(cwd !== undefined && { cwd }),
    env: { ...process.env, ...env },
  }
  return promisify(execFile)(command, args, options).then(
    ({ stdout }) => stdout,
    (error: { stderr?: string; message: string }) => {
      throw new Error(lastLines(error.stderr?.trim() || error.message))
    },
  )
}

const MAX_SAID_LINES = 6

/** The end of what a program said. */
export const lastLines = (text: string): string =>
  stripVTControlCharacters(text).trim().split('\n').slice(-MAX_SAID_LINES).join('\n')
