import { gunzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import type { RedshiftConnection } from '../connection.ts'
import { createWarehouses } from '../open.ts'
import { redshiftParts } from '../redshift/parts.ts'
import { quoteText } from '../redshift/quote-text.ts'
import { type StandIn, standInForRedshift, standInFunctions } from '../redshift/stand-in.ts'
import { dropSchema, newSchema, postgresOfTests, runningInPostgres, type TestDatabase } from './databases.ts'

/** The PostgreSQL of the test run, in the place of Redshift. */
export async function redshiftStandIn(files: ReadonlyMap<string, StoredFile> = new Map()): Promise<StandIn> {
  const address = postgresOfTests()
  const warehouses = createWarehouses({ allowPrivateAddresses: true })
  const warehouse = await warehouses.open(address)
  await warehouse.execute(standInFunctions, { signal: new AbortController().signal })
  await warehouses.close()
  return standInForRedshift(address.host, address.port, async (sql) => copied(sql, files))
}

interface StoredFile {
  readonly body: Buffer
}

const COPY =
  /^copy (\S+) from 's3:\/\/[^/]+\/([^']*)' iam_role '[^']+' region '[^']+'\s+format as csv gzip null as '([^']*)'/

/** COPY as an INSERT of what the file holds. */
function copied(sql: string, files: ReadonlyMap<string, StoredFile>): string {
  const [, table, key = '', nullText] = COPY.exec(sql) ?? []
  if (table === undefined) return sql
  const file = files.get(key)
  if (file === undefined) return `select cast('S3ServiceException: there is no ${key}' as integer)`
  const rows: string[][] = parse(gunzipSync(file.body))
  const cell = (text: string) => (text === nullText ? 'null' : quoteText(text))
  return `insert into ${table} values ${rows.map((row) => `(${row.map(cell).join(', ')})`).join(', ')}`
}

/** Tables that a test writes as VALUES; what is compiled may not have any. */
export const speakRedshift = (sql: string): string =>
  sql.replaceAll('\\', '\\\\').replaceAll(/\(values\b/gi, '(/* of a test */ values')

/** A schema of its own behind the stand-in. */
export const redshiftOfTests = (standIn: () => StandIn): TestDatabase => ({
  name: 'Redshift',
  async create() {
    const { type: _, isSource: _source, functions: _functions, ...given } = postgresOfTests()
    const schema = newSchema()
    const { port } = standIn()
    const connection: RedshiftConnection = { ...given, type: 'REDSHIFT', host: '127.0.0.1', port, schema }
    return { connection, schema, remove: () => dropSchema(connection, schema) }
  },
  numbers: (end) => redshiftParts.series({ start: 0, end: end - 1, step: 1 }, 'n'),
  runningSql: runningInPostgres,
  countsBytes: true,
  nameOf: (name) => name.toLowerCase(),
  namesQueries: true,
  beyondCells: ['1_000', '0x1F', ' 1E-400'],
})
