import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { parse, stringify } from 'yaml'
import type { Connection } from '../../../warehouses/connection.ts'
import type { StepContext } from '../../component.ts'

const PROJECT_FILE = 'dbt_project.yml'
/** dbt masks variables of this name wherever it writes, and reads them in profiles only. */
export const PASSWORD_VARIABLE = 'DBT_ENV_SECRET_HEADRACE_PASSWORD'

/** A dbt project among the files of the version that runs. */
export interface DbtProject {
  /** Its files by their paths in the project. */
  readonly files: ReadonlyMap<string, string>
  readonly profile: string
  /** Whether it needs packages, which `dbt deps` fetches. */
  readonly hasPackages: boolean
}

type Found = DbtProject | { readonly fault: string }

/** The project in `folder`, or the only one there is. `url` is where files of other platforms have it. */
export function findProject(
  { versionFiles, versionFile }: Pick<StepContext, 'versionFiles' | 'versionFile'>,
  folder: string,
  url: string,
): Found {
  const paths = versionFiles()
  const wanted = folder.replaceAll(/^(\.?\/)+|\/+$/g, '')
  const roots = paths
    .filter((path) => path === PROJECT_FILE || path.endsWith(`/${PROJECT_FILE}`))
    .map(folderOf)
  const candidates = wanted === '' ? outerOf(roots) : roots.filter((one) => one === wanted)
  const [root] = candidates
  if (root === undefined || candidates.length > 1) return { fault: missing(candidates, wanted, url) }
  const prefix = root === '' ? '' : `${root}/`
  const inside = paths.filter((path) => path.startsWith(prefix) && isInside(path.slice(prefix.length)))
  const files = new Map(inside.map((path) => [path.slice(prefix.length), versionFile(path) ?? '']))
  const profile = profileOf(files.get(PROJECT_FILE) ?? '')
  if (profile === undefined) return { fault: `${prefix}${PROJECT_FILE} names no profile` }
  return { files, profile, hasPackages: ['packages.yml', 'dependencies.yml'].some((name) => files.has(name)) }
}

const folderOf = (path: string): string => (path === PROJECT_FILE ? '' : dirname(path))

/** Packages within a project are not projects of their own. */
const outerOf = (roots: readonly string[]): readonly string[] =>
  roots.filter((root) => !roots.some((other) => other !== root && isBelow(root, other)))

const isBelow = (path: string, folder: string): boolean => folder === '' || path.startsWith(`${folder}/`)

const isInside = (path: string): boolean => normalize(path) === path && !path.startsWith('..')

function missing(roots: readonly string[], wanted: string, url: string): string {
  if (wanted === '' && roots.length > 1)
    return `There are several dbt projects; name one as "gitFolderPath": ${roots.join(', ')}`
  const where = wanted === '' ? `no ${PROJECT_FILE} in` : `no ${wanted}/${PROJECT_FILE} in`
  const advice = url === '' ? '' : `. Add the files of ${withoutCredentials(url)} to it`
  return `There is ${where} the version that runs${advice}`
}

/** Addresses of repositories may hold a password. */
const withoutCredentials = (url: string): string => url.replace(/\/\/[^/@]*@/, '//')

function profileOf(text: string): string | undefined {
  try {
    const { profile } = parse(text) as { readonly profile?: unknown }
    return typeof profile === 'string' && profile !== '' ? profile : undefined
  } catch {
    return undefined
  }
}

/** Writes the project and its profile below `folder`, where nobody else reads. */
export async function writeProject(folder: string, project: DbtProject, profiles: string): Promise<void> {
  const write = async (path: string, text: string) => {
    const file = join(folder, path)
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    await writeFile(file, text, { mode: 0o600 })
  }
  for (const [path, text] of project.files) await write(join('project', path), text)
  await write('profiles/profiles.yml', profiles)
}

/** The profile for the environment's database, or why dbt cannot reach it. The password is not in it. */
export function profilesOf(
  profile: string,
  connection: Connection,
  { schema, threads }: { readonly schema: string; readonly threads: number },
): { readonly text: string } | { readonly fault: string } {
  if (connection.type !== 'POSTGRES')
    return {
      fault:
        connection.type === 'DUCKDB'
          ? 'dbt needs an environment on PostgreSQL: a file of DuckDB is open to one process at a time, and the runner has it open'
          : 'dbt needs an environment on PostgreSQL',
    }
  const output = {
    type: 'postgres',
    host: connection.host,
    port: connection.port,
    dbname: connection.database,
    user: connection.user,
    ...(connection.password === undefined
      ? { password: '' }
      : { password: `{{ env_var('${PASSWORD_VARIABLE}') }}` }),
    schema: schema || connection.schema || 'public',
    threads,
    ...(connection.ssl ? { sslmode: 'verify-full', sslrootcert: 'system' } : { sslmode: 'prefer' }),
  }
  return { text: stringify({ [profile]: { target: 'headrace', outputs: { headrace: output } } }) }
}
