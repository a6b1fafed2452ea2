/**
 * Installs the servers of databases that tests run on, each in a folder of its own outside of the checkout:
 * `npm run warehouses -- NAME`.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { warehousesFolder } from '../src/warehouses/stand-in-folder.ts'

/** A package of npm. */
interface NodeServer {
  readonly npm: string
}

/** Packages of PyPI, in an environment of Python of their own. */
interface Server {
  readonly packages: readonly string[]
  /** Packages that are installed over what those above asked for. */
  readonly instead?: readonly string[]
  /** Artifacts of Maven, in a folder `jars`. */
  readonly jars?: readonly string[]
  /** The second part of Python's version, at least. */
  readonly python: number
}

const DUCKDB = '1.5.5'
const extensions = ['icu', 'ducklake', 'spatial', 'httpfs', 'avro']

const servers: Readonly<Record<string, Server | NodeServer>> = {
  azurite: { npm: 'azurite@3.37.0' },
  bigquery: {
    packages: ['local-bigquery==0.4.0'],
    // The version of DuckDB whose extensions are packages: local-bigquery would download them when it starts.
    instead: [`duckdb==${DUCKDB}`, ...extensions.map((name) => `duckdb-extension-${name}==${DUCKDB}`)],
    python: 13,
  },
  clickhouse: { packages: ['chdb==4.4.0'], python: 9 },
  databricks: {
    packages: ['pyspark==4.0.1'],
    jars: ['io.delta:delta-spark_2.13:4.0.0', 'io.delta:delta-storage:4.0.0'],
    python: 9,
  },
  snowflake: { packages: ['fakesnow[server]==0.12.1', 'snowflake-connector-python<5'], python: 11 },
}

const names = process.argv.slice(2)
const unknown = names.filter((name) => !Object.hasOwn(servers, name))
if (names.length === 0 || unknown.length > 0) {
  console.error(`Name what to install: ${Object.keys(servers).join(', ')}`)
  process.exit(1)
}

const run = (program: string, ...args: string[]) => execFileSync(program, args, { stdio: 'inherit' })

for (const name of names) {
  const server = servers[name]!
  if ('npm' in server) installOfNpm(name, server)
  else installOfPython(name, server)
  console.log(`Installed ${name} in ${join(warehousesFolder(), name)}`)
}

function emptyFolder(name: string): string {
  const folder = join(warehousesFolder(), name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(warehousesFolder(), { recursive: true })
  return folder
}

function installOfNpm(name: string, { npm }: NodeServer): void {
  const folder = emptyFolder(name)
  mkdirSync(folder)
  run('npm', 'install', '--silent', '--ignore-scripts', '--prefix', folder, npm)
}

function installOfPython(name: string, { packages, instead = [], jars = [], python }: Server): void {
  const interpreter = findPython(python)
  if (interpreter === undefined) {
    console.error(`${name} needs Python 3.${python} or newer; HEADRACE_PYTHON names one`)
    process.exit(1)
  }
  const folder = emptyFolder(name)
  run(interpreter, '-m', 'venv', folder)
  const pip = (...args: string[]) =>
    run(join(folder, 'bin', 'python'), '-m', 'pip', 'install', '--quiet', ...args)
  pip(...packages)
  if (instead.length > 0) pip('--no-deps', ...instead)
  for (const jar of jars)
    run('mvn', '--quiet', 'dependency:copy', `-Dartifact=${jar}`, `-DoutputDirectory=${join(folder, 'jars')}`)
  if (name === 'bigquery') placeExtensions(folder)
}

/** An interpreter that is new enough, in the usual places and in those of pyenv. */
function findPython(minor: number): string | undefined {
  const versions = join(homedir(), '.pyenv', 'versions')
  const newest = ['python3.14', 'python3.13', 'python3.12', 'python3']
  const candidates = [
    ...[process.env['HEADRACE_PYTHON'] ?? []].flat(),
    ...newest,
    ...entriesOf(versions).map((version) => join(versions, version, 'bin', 'python3')),
  ]
  const isNew = `import sys, ensurepip; sys.exit(sys.version_info < (3, ${minor}))`
  return candidates.find((one) => spawnSync(one, ['-c', isNew], { stdio: 'ignore' }).status === 0)
}

/**
 * Where DuckDB looks for extensions below the home folder of the process: signed files, which it checks
 * itself.
 */
function placeExtensions(folder: string): void {
  const platform = execFileSync(
    join(folder, 'bin', 'python'),
    ['-c', "import duckdb; print(duckdb.sql('pragma platform').fetchone()[0])"],
    { encoding: 'utf8' },
  ).trim()
  const place = join(folder, 'home', '.duckdb', 'extensions', `v${DUCKDB}`, platform)
  mkdirSync(place, { recursive: true })
  const files = readdirSync(join(folder, 'lib'), { recursive: true, encoding: 'utf8' })
  for (const file of files.filter((one) => one.endsWith('.duckdb_extension')))
    cpSync(join(folder, 'lib', file), join(place, file.split('/').at(-1)!))
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
