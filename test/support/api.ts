import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll } from 'vitest'
import { type Db, openDatabase } from '../../src/db/database.ts'
import type { CreatedApiCredential, NewApiCredential } from '../../src/features/credentials/schema.ts'
import { silent } from '../../src/lib/log.ts'
import { type RunningApi, startApi } from '../../src/roles/api/api.ts'
import { readSettings } from '../../src/roles/settings/settings.ts'
import { aDatabase } from './template.ts'

export interface CallOptions {
  readonly body?: unknown
  /** The administrator's by default; null sends none. */
  readonly token?: string | null
  readonly headers?: Readonly<Record<string, string>>
  /** Base path; that of the first face by default. */
  readonly face?: string
}

export interface Answer<T = Record<string, unknown>> {
  readonly status: number
  readonly headers: Headers
  readonly body: T
}

/** The real API on a free port with a private database, for the tests of one file. */
export interface TestApi {
  /** Origin and base path. */
  readonly url: string
  readonly origin: string
  readonly databaseUrl: string
  readonly db: Db
  readonly api: RunningApi
  adminToken(): Promise<string>
  /** A new credential with these roles, and a token for it. */
  credential(wanted?: Partial<NewApiCredential>): Promise<CreatedApiCredential & { token: string }>
  tokenFor(clientId: string, clientSecret: string): Promise<string>
  call<T = Record<string, unknown>>(method: string, path: string, options?: CallOptions): Promise<Answer<T>>
}

const admin = { clientId: 'test-admin', secret: 'test-admin-secret' }

export function useApi(env: Readonly<Record<string, string>> = {}): TestApi {
  const held = {} as { -readonly [K in keyof TestApi]: TestApi[K] }
  let stop = async () => {}
  let adminTokenPromise: Promise<string> | undefined

  beforeAll(async () => {
    const { url: databaseUrl, drop } = await aDatabase()
    const given = {
      HEADRACE_PORT: '0',
      HEADRACE_ADMIN_CLIENT_ID: admin.clientId,
      HEADRACE_ADMIN_CLIENT_SECRET: admin.secret,
      ...env,
    }
    const { settings } = readSettings(given, {})
    const api = await startApi({ settings, databaseUrl, masterKey: randomBytes(32), log: silent })
    const database = openDatabase({ connectionString: databaseUrl, log: silent })
    Object.assign(held, {
      api,
      databaseUrl,
      db: database.db,
      origin: api.origin,
      url: `${api.origin}${settings.basePath}`,
    })
    stop = async () => {
      await Promise.all([api.close(), database.close()])
      await drop()
    }
  })
  afterAll(() => stop())

  held.tokenFor = async (clientId, clientSecret) => {
    const response = await fetch(`${held.origin}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: clientSecret,
      }),
    })
    if (!response.ok) throw new Error(`No token for ${clientId}: ${response.status}`)
    return ((await response.json()) as { access_token: string }).access_token
  }

  held.adminToken = () => {
    adminTokenPromise ??= held.tokenFor(admin.clientId, admin.secret)
    return adminTokenPromise
  }

  held.call = async <T>(method: string, path: string, options: CallOptions = {}) => {
    const { body, token, headers, face } = options
    const base = face === undefined ? held.url : `${held.origin}${face}`
    const bearer = token === undefined ? await held.adminToken() : token
    const response = await fetch(`${base}${path}`, {
      method,
      headers: {
        ...(bearer !== null && { authorization: `Bearer ${bearer}` }),
        ...(body !== undefined && !(body instanceof FormData) && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && {
        body: typeof body === 'string' || body instanceof FormData ? body : JSON.stringify(body),
      }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') === true && text !== ''
    const isLines = response.headers.get('content-type')?.includes('ndjson') === true
    return {
      status: response.status,
      headers: response.headers,
      body: (isJson && !isLines ? JSON.parse(text) : text) as T,
    }
  }

  held.credential = async (wanted = {}) => {
    const body: NewApiCredential = { name: 'test', accountRole: 'USER', ...wanted }
    const created = await held.call<CreatedApiCredential>('POST', '/v1/api-credentials', { body })
    if (created.status !== 201) throw new Error(`No credential: ${JSON.stringify(created.body)}`)
    const { clientId, clientSecret } = created.body
    return { ...created.body, token: await held.tokenFor(clientId, clientSecret) }
  }

  return held
}
