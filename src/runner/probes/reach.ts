import type { Socket } from 'node:net'
import {
  connectedBucket,
  providerOfStoreKind,
  storeKindOfProvider,
} from '../../components/common/object-stores/connected-bucket.ts'
import { listObjects } from '../../components/common/object-stores/listing.ts'
import { createSender } from '../../components/common/object-stores/sender.ts'
import { bucketOf } from '../../components/common/object-stores/target.ts'
import { openSftp, shownHost } from '../../components/common/sftp/session.ts'
import { connectedAddress } from '../../components/common/sftp/sftp-place.ts'
import type { ResolvedConnection } from '../../connections/resolve.ts'
import type { OutgoingPolicy } from '../../lib/outgoing-http.ts'
import { textUpTo } from '../../lib/text-up-to.ts'
import { probeBigQuery } from '../../warehouses/bigquery/probe.ts'
import { probeClickHouse } from '../../warehouses/clickhouse/probe.ts'
import type {
  DatabaseServer,
  DuckdbConnection,
  PostgresConnection,
  RedshiftConnection,
} from '../../warehouses/connection.ts'
import { probeDatabricks } from '../../warehouses/databricks/probe.ts'
import { openMysqlSource } from '../../warehouses/mysql/source.ts'
import type { Warehouses } from '../../warehouses/open.ts'
import { probePostgres } from '../../warehouses/postgres/probe.ts'
import { redshiftSessions } from '../../warehouses/redshift/sessions.ts'
import { probeSnowflake } from '../../warehouses/snowflake/probe.ts'
import { bigQueryConnection } from '../steps/bigquery-connection.ts'
import { clickHouseConnection } from '../steps/clickhouse-connection.ts'
import { databricksConnection } from '../steps/databricks-connection.ts'
import { icebergCatalogOf, lakeFormats, lakeStoreKind } from '../steps/lake-connection.ts'
import { snowflakeConnection } from '../steps/snowflake-connection.ts'
import { reachIcebergCatalog } from './iceberg-catalog.ts'

/** What a probe reached. */
export interface Reached {
  readonly message: string
  readonly version?: string | undefined
}

export interface ReachTools {
  readonly policy: OutgoingPolicy
  readonly fetch: typeof fetch
  /** Opens a TCP connection where the policy allows it. */
  readonly connect: (host: string, port: number, signal: AbortSignal) => Promise<Socket>
  readonly warehouses: Warehouses
  /** The file of the environment, for the embedded engine. */
  readonly duckdb: () => Promise<DuckdbConnection>
  readonly signal: AbortSignal
  /** Takes tokens that were fetched on the way, so that no message shows them. */
  readonly mask: (secret: string) => void
}

type Reach = (
  properties: ResolvedConnection['properties'],
  tools: ReachTools,
  connection: ResolvedConnection,
) => Promise<Reached>

const reaches: Readonly<Record<string, Reach>> = {
  AZURE_BLOB_STORAGE: reachStore,
  BIGQUERY: reachBigQuery,
  CLICKHOUSE: reachClickHouse,
  DATABRICKS: reachDatabricks,
  DUCKDB: reachDuckdb,
  GOOGLE_CLOUD_STORAGE: reachStore,
  LAKE: reachLake,
  MYSQL: reachMysql,
  OPENAI_COMPATIBLE: reachModels,
  POSTGRES: reachPostgres,
  REDSHIFT: reachRedshift,
  S3: reachStore,
  SFTP: reachSftp,
  SNOWFLAKE: reachSnowflake,
}

/** Connects as a step would, and asks for something that changes nothing. Throws what says why that fails. */
export async function reach(connection: ResolvedConnection, tools: ReachTools) {
  const { authProvider, name, properties } = connection
  const reached = Object.hasOwn(reaches, authProvider) ? reaches[authProvider] : undefined
  if (reached === undefined)
    throw new Error(`This runner cannot test the connection ${name}: it has no client for ${authProvider}`)
  return reached(properties, tools, connection)
}

async function reachDuckdb(_: unknown, { warehouses, duckdb, signal }: ReachTools): Promise<Reached> {
  // Settings that are not saved yet are not what runs on the file is to wait for.
  const warehouse = await warehouses.open(await duckdb(), { asItIs: true })
  const { batches } = await warehouse.query('select version()', { signal })
  const rows = (await Array.fromAsync(batches)).flat()
  return { message: "Opened the environment's DuckDB file", version: rows[0]?.[0] ?? undefined }
}

async function reachBigQuery(
  properties: Readonly<Record<string, unknown>>,
  { fetch, signal }: ReachTools,
): Promise<Reached> {
  return { message: await probeBigQuery(bigQueryConnection(properties), fetch, signal) }
}

async function reachClickHouse(
  properties: Readonly<Record<string, unknown>>,
  { fetch, signal }: ReachTools,
): Promise<Reached> {
  const connection = clickHouseConnection(properties)
  const { version, place } = await probeClickHouse(connection, fetch, signal)
  return { message: `Connected to ${connection.host}:${connection.port} ${place}`, version }
}

async function reachDatabricks(
  properties: Readonly<Record<string, unknown>>,
  { fetch, signal }: ReachTools,
): Promise<Reached> {
  const connection = databricksConnection(properties)
  const { version, place } = await probeDatabricks(connection, fetch, signal)
  return { message: `Connected to ${new URL(connection.url).host} ${place}`, version }
}

async function reachPostgres(
  properties: Readonly<Record<string, unknown>>,
  { policy, signal }: ReachTools,
): Promise<Reached> {
  const connection = { ...properties, type: 'POSTGRES' } as unknown as PostgresConnection
  const version = await probePostgres(connection, policy, signal)
  const { host, port, database, user } = connection
  return { message: `Connected to ${database} at ${host}:${port} as ${user}`, version }
}

async function reachRedshift(
  properties: Readonly<Record<string, unknown>>,
  { policy, signal }: ReachTools,
): Promise<Reached> {
  const connection = properties as unknown as RedshiftConnection
  const asked = { version: 'select version()', sessions: redshiftSessions }
  const version = await probePostgres(connection, policy, signal, asked)
  const { host, port, database, user } = connection
  return { message: `Connected to ${database} at ${host}:${port} as ${user}`, version }
}

async function reachSnowflake(
  properties: Readonly<Record<string, unknown>>,
  { fetch, signal }: ReachTools,
): Promise<Reached> {
  const connection = snowflakeConnection(properties, undefined)
  const { version, place } = await probeSnowflake(connection, fetch, signal)
  return { message: `Connected to ${connection.account} as ${connection.user}: ${place}`, version }
}

async function reachMysql(
  properties: Readonly<Record<string, unknown>>,
  { connect, signal }: ReachTools,
): Promise<Reached> {
  const address = properties as unknown as DatabaseServer
  const source = await openMysqlSource(address, { connect, signal })
  try {
    const rows = (await Array.fromAsync(await source.read('select version()'))).flat()
    const { host, port, database, user } = address
    const message = `Connected to ${database} at ${host}:${port} as ${user}`
    return { message, version: rows[0]?.[0] ?? undefined }
  } finally {
    await source.close()
  }
}

/** Opening a lake would make its catalog where it is missing, so the places are asked that it is kept in. */
async function reachLake(
  properties: ResolvedConnection['properties'],
  tools: ReachTools,
  connection: ResolvedConnection,
): Promise<Reached> {
  const store = lakeStoreKind(connection.authType)
  await tools.warehouses.checkLake({ store, formats: lakeFormats(properties) })
  const catalog = await reachPostgres(properties, tools)
  if (store === undefined) return catalog
  const { message } = await reachStore(properties, tools, {
    ...connection,
    authProvider: providerOfStoreKind(store),
  })
  const tables = icebergCatalogOf(connection.authType, properties)
  const reached = [catalog.message, message]
  if (tables !== undefined)
    reached.push(await reachIcebergCatalog(tables, tools.fetch, tools.signal, tools.mask))
  return { ...catalog, message: reached.join('. ') }
}

async function reachStore(
  _: unknown,
  { fetch, signal, mask }: ReachTools,
  connection: ResolvedConnection,
): Promise<Reached> {
  const kind = storeKindOfProvider(connection.authProvider) ?? 'S3'
  const { place, sign } = await connectedBucket(connection, { kind, url: '' }, { fetch, signal, mask })
  const bucket = bucketOf(kind, place)
  await listObjects(createSender({ fetch, sign, signal, firstWaitMs: 100 }), bucket, 1).next()
  return { message: `Listed ${bucket.shown} at ${bucket.url.host}` }
}

async function reachSftp(properties: ResolvedConnection['properties'], tools: ReachTools): Promise<Reached> {
  const address = connectedAddress({ properties })
  const { sftp, ask, end } = await openSftp(address, tools)
  try {
    const home = await ask<string>((done) => sftp.realpath('.', done))
    return { message: `Signed in at ${shownHost(address)} as ${address.user}, in the folder ${home}` }
  } finally {
    end()
  }
}

/** Enough to list the models of any server. */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024

async function reachModels(
  properties: Readonly<Record<string, unknown>>,
  { fetch, signal }: ReachTools,
): Promise<Reached> {
  const { baseUrl, apiKey, model } = properties as Record<string, string>
  const url = `${baseUrl!.replace(/\/+$/, '')}/models`
  const headers: Record<string, string> = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }
  const response = await fetch(url, { headers, redirect: 'manual', signal })
  const { host } = new URL(url)
  if (!response.ok) {
    await response.body?.cancel()
    throw new Error(modelsFault(host, response.status))
  }
  const names = modelNames(await textUpTo(response, MAX_ANSWER_BYTES))
  if (names === undefined) throw new Error(`${host} did not answer with a list of models: check the base URL`)
  if (model !== undefined && !names.includes(model))
    throw new Error(`${host} has no model ${model}; it has ${names.slice(0, 10).join(', ') || 'none'}`)
  return { message: `${host} offers ${names.length} ${names.length === 1 ? 'model' : 'models'}` }
}

function modelsFault(host: string, status: number): string {
  if (status === 401 || status === 403)
    return `${host} answered ${status}: the API key is wrong or may not do this`
  if (status === 404) return `${host} answered 404: there is no /models below the base URL; check it`
  return `${host} answered ${status} when it was asked for its models`
}

function modelNames(text: string): readonly string[] | undefined {
  try {
    const { data } = Object(JSON.parse(text)) as { data?: unknown }
    return Array.isArray(data) ? data.map((one) => String((Object(one) as { id?: unknown }).id)) : undefined
  } catch {
    return undefined
  }
}
