import { createPublicKey, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { jwtVerify } from 'jose'
import type { Field } from '../../src/warehouses/bigquery/wire.ts'

/** What the service answers to a statement. */
export interface Answer {
  readonly fields?: readonly Field[]
  readonly rows?: readonly (readonly (string | null)[])[]
  readonly statistics?: object
  /** It runs until it is cancelled. */
  readonly isEndless?: boolean
  readonly fault?: Refusal
}

export interface Refusal {
  readonly status: number
  readonly reason: string
  readonly message: string
}

/** A statement as it arrived. */
export interface Arrived {
  readonly sql: string
  readonly jobId: string
  readonly configuration: Readonly<Record<string, unknown>>
}

/**
 * The REST interface of BigQuery on loopback, for tests: it checks tokens and their signatures, refuses names
 * of jobs that are taken, statements of more than 1 MB and sessions that it does not know, and hands out rows
 * in pages.
 */
export interface LoopbackService extends AsyncDisposable {
  readonly endpoint: string
  readonly arrived: readonly Arrived[]
  readonly cancelled: readonly string[]
  readonly tokensIssued: () => number
  /** All tokens that were issued expire. */
  readonly expireTokens: () => void
  /** Refuses the next requests whose path matches, so many times. */
  refuse(path: RegExp, refusal: Refusal, times: number): void
}

export interface ServiceOptions {
  /** Of the service account that may sign in, in PEM. */
  readonly publicKey: string
  readonly answer: (sql: string) => Answer
  readonly pageRows?: number
  readonly hasDataset?: boolean
}

const MAX_STATEMENT_CHARACTERS = 1_000_000
const taken = { status: 409, reason: 'duplicate', message: 'Already Exists: Job' }

interface Running {
  readonly sql: string
  readonly answer: Answer
  isCancelled: boolean
  readonly session: string | undefined
}

/** Starts one. */
export async function startLoopbackService(options: ServiceOptions): Promise<LoopbackService> {
  const { publicKey, answer, pageRows = 2 } = options
  const arrived: Arrived[] = []
  const cancelled: string[] = []
  const jobs = new Map<string, Running>()
  const tokens = new Set<string>()
  let tokensIssued = 0
  const sessions = new Set<string>()
  const refusals: { path: RegExp; refusal: Refusal; times: number }[] = []
  let hasDataset = options.hasDataset ?? true
  let endpoint = ''

  async function token(body: string): Promise<[number, object]> {
    try {
      const assertion = new URLSearchParams(body).get('assertion') ?? ''
      await jwtVerify(assertion, createPublicKey(publicKey), {
        audience: `${endpoint}/token`,
        issuer: 'robot@test',
      })
    } catch {
      return [400, { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' }]
    }
    const issued = randomUUID()
    tokens.add(issued)
    tokensIssued++
    return [200, { access_token: issued, expires_in: 3_600, token_type: 'Bearer' }]
  }

  function insert(body: {
    jobReference: { jobId: string }
    configuration: Readonly<Record<string, unknown>>
  }) {
    const { configuration } = body
    const query = configuration['query'] as {
      query: string
      createSession?: boolean
      connectionProperties?: readonly { value: string }[]
    }
    const { jobId } = body.jobReference
    if (jobs.has(jobId)) return taken
    if (query.query.length > MAX_STATEMENT_CHARACTERS)
      return {
        status: 400,
        reason: 'invalid',
        message: 'The query is too large. The maximum standard SQL query length is 1024.00K characters',
      }
    const [asked] = query.connectionProperties ?? []
    if (asked !== undefined && !sessions.has(asked.value))
      return { status: 400, reason: 'invalid', message: 'Invalid input session id.' }
    arrived.push({ sql: query.query, jobId, configuration: query as unknown as Record<string, unknown> })
    const found = answer(query.query)
    if (configuration['dryRun'] === true) return found.fault ?? resourceOf('', found, undefined)
    const session = query.createSession === true ? randomUUID() : asked?.value
    if (session !== undefined) sessions.add(session)
    jobs.set(jobId, { sql: query.query, answer: found, isCancelled: false, session })
    return resourceOf(jobId, found, session)
  }

  const resourceOf = (
    jobId: string,
    { statistics = { statementType: 'SELECT' }, fields }: Answer,
    session: string | undefined,
  ) => ({
    jobReference: { projectId: 'p', jobId, location: 'EU' },
    statistics: {
      query: { ...statistics, ...(fields !== undefined && { schema: { fields } }) },
      ...(session !== undefined && { sessionInfo: { sessionId: session } }),
    },
  })

  function results(jobId: string, query: URLSearchParams) {
    const job = jobs.get(jobId)
    if (job === undefined) return { status: 404, reason: 'notFound', message: `Not found: Job p:EU.${jobId}` }
    if (job.isCancelled) return { status: 400, reason: 'stopped', message: 'Job execution was cancelled' }
    if (job.answer.fault !== undefined) return job.answer.fault
    if (job.answer.isEndless === true) return { jobComplete: false }
    const { fields = [], rows = [] } = job.answer
    const from = Number(query.get('pageToken') ?? 0)
    const count = Math.min(pageRows, Number(query.get('maxResults') ?? pageRows))
    const page = rows.slice(from, from + count)
    return {
      jobComplete: true,
      schema: { fields },
      totalRows: String(rows.length),
      rows: page.map((row) => ({ f: row.map((v) => ({ v })) })),
      ...(count > 0 && from + count < rows.length && { pageToken: String(from + count) }),
    }
  }

  function route(method: string, path: string, query: URLSearchParams, body: string): object {
    const refused = refusals.find((one) => one.times > 0 && one.path.test(`${method} ${path}`))
    if (refused !== undefined) {
      refused.times--
      return refused.refusal
    }
    const [, cancelledJob] = /\/jobs\/([^/]+)\/cancel$/.exec(path) ?? []
    if (cancelledJob !== undefined) {
      const job = jobs.get(cancelledJob)
      if (job === undefined) return { status: 404, reason: 'notFound', message: 'Not found: Job' }
      job.isCancelled = true
      cancelled.push(cancelledJob)
      return {}
    }
    const [, asked] = /\/queries\/([^/]+)$/.exec(path) ?? []
    if (asked !== undefined) return results(asked, query)
    const [, job] = /\/jobs\/([^/]+)$/.exec(path) ?? []
    if (job !== undefined) return resourceOf(job, jobs.get(job)!.answer, jobs.get(job)!.session)
    if (method === 'POST' && path.endsWith('/jobs')) return insert(JSON.parse(body))
    if (method === 'POST' && path.endsWith('/datasets')) hasDataset = true
    return hasDataset
      ? { location: 'EU' }
      : { status: 404, reason: 'notFound', message: 'Not found: Dataset p:d' }
  }

  const server = createServer((request, response) => {
    void read(request).then(async (body) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', endpoint)
      const send = (status: number, value: object) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
      if (pathname === '/token') return send(...(await token(body)))
      const bearer = request.headers.authorization?.replace('Bearer ', '') ?? ''
      const found = tokens.has(bearer)
        ? route(request.method ?? '', pathname, searchParams, body)
        : { status: 401, reason: 'authError', message: 'Request had invalid authentication credentials.' }
      const { status, reason, message } = found as Partial<Refusal>
      if (status === undefined) return send(200, found)
      return send(status, { error: { code: status, message, errors: [{ reason, message }] } })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    endpoint,
    arrived,
    cancelled,
    tokensIssued: () => tokensIssued,
    expireTokens: () => tokens.clear(),
    refuse: (path, refusal, times) => void refusals.push({ path, refusal, times }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function read(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  return Buffer.concat(pieces).toString('utf8')
}
