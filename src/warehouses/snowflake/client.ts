import { randomUUID } from 'node:crypto'
import { errorText } from '../../lib/error-text.ts'
import { productVersion } from '../../lib/version.ts'
import { awayMessage, PATIENCE_MS } from '../away.ts'
import { quoteName } from '../sql-text.ts'
import { WarehouseError } from '../warehouse-error.ts'
import { accountName, baseUrlOf } from './address.ts'
import type { SnowflakeConnection } from './connection.ts'
import { shownMessage } from './errors.ts'
import { keptName } from './names.ts'
import { createRequester, type Requester } from './requests.ts'
import { credentialsOf } from './sign-in.ts'
import { type Answer, answerOf, type Data, type Envelope, RUNNING, TOKEN_EXPIRED } from './wire.ts'

const SIGN_IN_MS = 60_000
/** Short, because a step that was cancelled waits for it. */
const ABORT_MS = 5_000
const CLOSE_MS = 5_000
const DOUBT =
  'It is unknown whether the statement was done: check the query history before you run the step again.'
/**
 * Asked again after waits that grow to this one; Snowflake itself answers only when something is to be said.
 */
const [FIRST_WAIT_MS, LONGEST_WAIT_MS] = [50, 2_000]

/** Sessions read and write as those of other databases do, whatever the account has set. */
const sessionParameters = {
  AUTOCOMMIT: true,
  TIMEZONE: 'UTC',
  QUOTED_IDENTIFIERS_IGNORE_CASE: true,
  ERROR_ON_NONDETERMINISTIC_MERGE: true,
  TIMESTAMP_TYPE_MAPPING: 'TIMESTAMP_NTZ',
  DATE_INPUT_FORMAT: 'AUTO',
  TIME_INPUT_FORMAT: 'AUTO',
  TIMESTAMP_INPUT_FORMAT: 'AUTO',
  DATE_OUTPUT_FORMAT: 'YYYY-MM-DD',
  TIME_OUTPUT_FORMAT: 'HH24:MI:SS.FF',
  TIMESTAMP_NTZ_OUTPUT_FORMAT: 'YYYY-MM-DD HH24:MI:SS.FF',
  TIMESTAMP_LTZ_OUTPUT_FORMAT: 'YYYY-MM-DD HH24:MI:SS.FFTZH:TZM',
  TIMESTAMP_TZ_OUTPUT_FORMAT: 'YYYY-MM-DD HH24:MI:SS.FFTZH:TZM',
  BINARY_INPUT_FORMAT: 'HEX',
  BINARY_OUTPUT_FORMAT: 'HEX',
  JSON_INDENT: 0,
}

/** A text that stands for a `?` of the statement, or several, one for each row. */
export interface Binding {
  readonly type: 'TEXT'
  readonly value: string | null | readonly (string | null)[]
}

export interface Statement {
  readonly sql: string
  readonly bindings?: readonly Binding[] | undefined
  /** Only its columns are asked for; it is not run. */
  readonly describeOnly?: boolean | undefined
}

/** One session: it keeps settings, temporary tables and transactions until it is closed. */
export interface SnowflakeClient {
  /** Where the session is, as Snowflake names it. */
  readonly place: Readonly<Record<'database' | 'schema' | 'role' | 'warehouse', string | undefined>>
  /**
   * Throws WarehouseError; when the signal aborts, its reason, after the statement was cancelled in the
   * database.
   */
  ask(statement: Statement, signal: AbortSignal): Promise<Answer>
  /** The bytes of the rows of a part. */
  read(
    part: { readonly url: string },
    answer: Answer,
    signal: AbortSignal,
  ): Promise<AsyncIterable<Uint8Array>>
  /** Never throws. */
  close(): Promise<void>
}

/** Opens a session. Throws WarehouseError when Snowflake cannot be reached or refuses the user. */
export async function signIn(
  connection: SnowflakeConnection,
  send: typeof fetch,
  signal: AbortSignal,
  patienceMs = PATIENCE_MS,
): Promise<SnowflakeClient> {
  const base = baseUrlOf(connection)
  const requests = createRequester(base, send)
  const { account: _, user, database, schema, role, warehouse } = connection
  const query = new URLSearchParams({ request_id: randomUUID() })
  for (const [key, name] of Object.entries({
    databaseName: database,
    schemaName: schema,
    roleName: role,
    warehouse,
  }))
    if (name !== undefined && name !== '') query.set(key, quoteName(keptName(name)))
  const data = {
    ACCOUNT_NAME: accountName(connection),
    LOGIN_NAME: user,
    ...(await credentialsOf(connection)),
    CLIENT_ENVIRONMENT: { APPLICATION: `Headrace_${productVersion}` },
    SESSION_PARAMETERS: sessionParameters,
  }
  const path = `/session/v1/login-request?${query}`
  const limited = AbortSignal.any([signal, AbortSignal.timeout(SIGN_IN_MS)])
  const answer = await requests.post(path, { data }, undefined, limited).catch((error: unknown) => {
    signal.throwIfAborted()
    throw new WarehouseError(awayMessage(`Snowflake at ${base.host}`, error), { cause: error })
  })
  const session = answer.success === true ? answer.data : undefined
  if (session?.token === undefined)
    throw new WarehouseError(`Snowflake at ${base.host} refused the user "${user}": ${messageOf(answer)}`)
  return createClient(session, createRequester(base, send, patienceMs))
}

const messageOf = ({ code, message }: Envelope): string =>
  shownMessage(message ?? `it gave no reason${code ? ` (${code})` : ''}`)

function createClient(session: Data, requests: Requester): SnowflakeClient {
  let { token = '', masterToken = '' } = session

  async function renew(signal: AbortSignal): Promise<void> {
    const body = { oldSessionToken: token, requestType: 'RENEW' }
    const path = `/session/token-request?requestId=${randomUUID()}`
    const { success, data, ...more } = await requests.post(path, body, masterToken, signal)
    if (success !== true || data?.sessionToken === undefined) throw new WarehouseError(messageOf(more))
    token = data.sessionToken
    masterToken = data.masterToken ?? masterToken
  }

  /** Once more where the token was over: what was refused for that was not begun. */
  async function withToken(
    work: (token: string) => Promise<Envelope>,
    signal: AbortSignal,
  ): Promise<Envelope> {
    const answer = await work(token)
    if (String(answer.code) !== TOKEN_EXPIRED) return answer
    await renew(signal)
    return work(token)
  }

  async function run(statement: Statement, requestId: string, signal: AbortSignal): Promise<Envelope> {
    const path = `/queries/v1/query-request?requestId=${requestId}`
    const body = bodyOf(statement)
    let answer = await withToken((now) => requests.post(path, body, now, signal), signal)
    let waitMs = FIRST_WAIT_MS
    while (RUNNING.has(String(answer.code)) && answer.data?.getResultUrl !== undefined) {
      const url = answer.data.getResultUrl
      await requests.wait(waitMs, signal)
      waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)
      answer = await withToken((now) => requests.get(url, now, signal), signal)
    }
    return answer
  }

  async function abort(requestId: string): Promise<void> {
    const path = `/queries/v1/abort-request?requestId=${randomUUID()}`
    const limit = AbortSignal.timeout(ABORT_MS)
    // One that cannot be asked to stop ends with its session.
    await withToken((now) => requests.post(path, { requestId }, now, limit), limit).catch(() => undefined)
  }

  const { databaseName, schemaName, roleName, warehouseName } = session.sessionInfo ?? {}
  return {
    place: {
      database: databaseName ?? undefined,
      schema: schemaName ?? undefined,
      role: roleName ?? undefined,
      warehouse: warehouseName ?? undefined,
    },
    async ask(statement, signal) {
      signal.throwIfAborted()
      const requestId = randomUUID()
      try {
        const answer = await run(statement, requestId, signal)
        if (answer.success === true && answer.data) return answerOf(answer.data)
        throw new WarehouseError(messageOf(answer))
      } catch (error) {
        if (signal.aborted) {
          await abort(requestId)
          throw signal.reason
        }
        if (error instanceof WarehouseError) throw error
        await abort(requestId)
        throw new WarehouseError(`The session with Snowflake has ended: ${errorText(error)}\n${DOUBT}`, {
          cause: error,
        })
      }
    },
    async read({ url }, { partHeaders }, signal) {
      try {
        return await requests.download(url, partHeaders, signal)
      } catch (error) {
        signal.throwIfAborted()
        const store = new URL(url).host
        throw new WarehouseError(`A part of the result cannot be read from ${store}: ${errorText(error)}`, {
          cause: error,
        })
      }
    },
    async close() {
      const limit = AbortSignal.timeout(CLOSE_MS)
      await requests.post('/session?delete=true', {}, token, limit).catch(() => undefined)
    },
  }
}

function bodyOf({ sql, bindings = [], describeOnly = false }: Statement) {
  const bound = Object.fromEntries(bindings.map((binding, index) => [String(index + 1), binding]))
  return {
    sqlText: sql,
    asyncExec: false,
    describeOnly,
    ...(bindings.length > 0 && { bindings: bound }),
  }
}
