import { createHash } from 'node:crypto'

/**
 * What OpenLineage calls a dataset: a table, an object, a file or an endpoint. Its name is unique in its
 * namespace.
 */
export interface Dataset {
  readonly namespace: string
  readonly name: string
}

/** The id of the asset that a dataset is: the same in every process and in SQL. */
export function assetIdOf({ namespace, name }: Dataset): string {
  const hex = createHash('md5').update(`${namespace}\n${name}`).digest('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

export type AssetKind = 'TABLE' | 'OBJECT' | 'FILE' | 'API' | 'TOPIC'

const schemesOfKinds: readonly (readonly [AssetKind, RegExp])[] = [
  [
    'TABLE',
    /^(postgres|redshift|mysql|duckdb|ducklake|salesforce|bigquery|snowflake|databricks|clickhouse)(:|$)/,
  ],
  ['OBJECT', /^(s3|gs|wasbs):/],
  ['FILE', /^(file|sftp):/],
  ['TOPIC', /^(sqs|sns|pubsub)(:|$)/],
]

/** What kind of asset a dataset is; an endpoint unless its namespace says otherwise. */
export const kindOfDataset = ({ namespace }: Dataset): AssetKind =>
  schemesOfKinds.find(([, scheme]) => scheme.test(namespace))?.[0] ?? 'API'

/** The dialects of SQL that environments have. */
export type SqlDialect =
  | 'duckdb'
  | 'postgres'
  | 'redshift'
  | 'mysql'
  | 'bigquery'
  | 'snowflake'
  | 'databricks'
  | 'clickhouse'

/** The database that SQL runs on, as far as it takes to name its tables. */
export interface DatabasePlace {
  readonly namespace: string
  readonly dialect: SqlDialect
  /** The first part of each name; none where a namespace has one database. */
  readonly database?: string | undefined
  /** Of tables that are named without one; where it is absent, `database` is it. */
  readonly schema?: string | undefined
  /** What names of databases stand for in the environment. */
  readonly names?:
    | readonly {
        readonly name: string
        readonly database?: string | undefined
        readonly schema?: string | undefined
      }[]
    | undefined
}

/** A table as SQL or a parameter names it. */
export interface NamedTable {
  readonly database?: string | undefined
  readonly schema?: string | undefined
  readonly table: string
}

/** These take names in any letter case for the same. */
const ignoresCase: ReadonlySet<SqlDialect> = new Set(['duckdb', 'redshift', 'databricks'])

/** The dataset that a table of the database is. */
export function tableDataset(place: DatabasePlace, { database, schema, table }: NamedTable): Dataset {
  const mapped =
    database === undefined
      ? undefined
      : place.names?.find(({ name }) => name.toLowerCase() === database.toLowerCase())
  const own =
    mapped === undefined && isForeign(place, database) ? database : (mapped?.database ?? place.database)
  const parts =
    place.dialect === 'mysql'
      ? [schema ?? mapped?.schema ?? own ?? place.database, table]
      : [own, schema ?? mapped?.schema ?? place.schema, table]
  const name = parts.filter((part) => part !== undefined).join('.')
  return { namespace: place.namespace, name: keptName(place.dialect, name) }
}

/** As the database itself writes it, where it does not tell letter cases apart. */
function keptName(dialect: SqlDialect, name: string): string {
  if (dialect === 'snowflake') return name.toUpperCase()
  return ignoresCase.has(dialect) ? name.toLowerCase() : name
}

/**
 * Another database than the place's own, which DuckDB calls after its file, whatever the namespace calls it.
 */
const isForeign = ({ database, dialect }: DatabasePlace, named: string | undefined): boolean =>
  named !== undefined && dialect !== 'duckdb' && named.toLowerCase() !== database?.toLowerCase()

/** The folder of files that an environment has on its runners, and its own databases there. */
export interface RunnerPlace {
  readonly project: string
  readonly environment: string
}

/** A segment of a path that is a secret rather than a name. */
const secretSegment = /^(?=.*\d)(?=.*[a-z])[\w\-:~+]{20,}$/i

/**
 * The dataset at an address such as `s3://bucket/key`, `azure://account/container/key`, `gs://bucket/key`,
 * `file:///folder/file` or `https://host/path`; undefined for what is no address. Logins, queries and
 * segments of paths that look like secrets are left out.
 */
export function datasetAt(address: string, { project, environment }: RunnerPlace): Dataset | undefined {
  const [, scheme = '', rest = ''] = /^([a-z][a-z0-9+.-]*):\/\/(.*)$/is.exec(address.trim()) ?? []
  const [, first = '', path = ''] = /^([^/]*)\/*(.*?)\/*$/s.exec(rest) ?? []
  switch (scheme.toLowerCase()) {
    case 's3':
    case 's3a':
    case 's3n':
      return named(`s3://${first}`, path)
    case 'gs':
    case 'gcs':
      return named(`gs://${first}`, path)
    case 'azure':
    case 'wasbs':
    case 'abfss':
      return azureDataset(first, path)
    case 'file':
      return named(`file://${project}/${environment}`, [first, path].filter((one) => one !== '').join('/'))
    case 'http':
    case 'https':
      return webDataset(address)
    case 'sftp':
      return named(`sftp://${first.slice(first.lastIndexOf('@') + 1)}`, path)
    default:
      return undefined
  }
}

const named = (namespace: string, name: string): Dataset => ({ namespace, name: name === '' ? '/' : name })

function azureDataset(first: string, path: string): Dataset {
  const [container = '', at] = first.split('@')
  if (at !== undefined) return named(`wasbs://${container}@${at.replace('.dfs.', '.blob.')}`, path)
  const [, own = '', key = ''] = /^([^/]*)\/*(.*)$/s.exec(path) ?? []
  const host = first.includes('.') ? first : `${first}.blob.core.windows.net`
  return named(`wasbs://${own}@${host}`, key)
}

function webDataset(address: string): Dataset | undefined {
  const url = URL.parse(address)
  if (url === null) return undefined
  const path = url.pathname.split('/').map((one) => (secretSegment.test(one) ? '*' : one))
  return named(`${url.protocol}//${url.host}`, path.filter((one) => one !== '').join('/'))
}
