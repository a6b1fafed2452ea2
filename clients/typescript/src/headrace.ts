import createFetchClient, { type Client, defaultPathSerializer } from 'openapi-fetch'
import type { components, paths } from '../../../openapi/types.generated.ts'
import { authorizedFetch } from './authorized-fetch.ts'
import { eventsOf } from './events.ts'
import { withHeaderText } from './header-text.ts'
import { patiently } from './patience.ts'
import { HeadraceError } from './problem.ts'
import { type Login, tokenSource } from './token.ts'
import { wait } from './wait.ts'

export { HeadraceError, type Problem } from './problem.ts'
export type { Login } from './token.ts'
export type Execution = components['schemas']['Execution']
export type NewExecution = components['schemas']['NewExecution']

/** A line of the log of an execution. */
export interface LogLine {
  readonly at?: string
  /** The component that wrote it; absent for lines about the run itself. */
  readonly component?: string
  readonly text: string
}

type Answer<P extends keyof paths> = paths[P] extends {
  get: { responses: { 200: { content: { 'application/json': infer T } } } }
}
  ? T
  : never
/** What the items of a list are called: those of agent tasks and of directories have names of their own. */
type ItemOf<A> = A extends
  | { results: readonly (infer T)[] }
  | { tasks: readonly (infer T)[]; total: number }
  | { Resources: readonly (infer T)[] }
  ? T
  : never
/** The paths of lists. */
export type ListPath = {
  [P in keyof paths]: [ItemOf<Answer<P>>] extends [never] ? never : P
}[keyof paths]
/** One item of a list. */
export type Item<P extends ListPath> = ItemOf<Answer<P>>

export type Options = Login & {
  /** The address of the installation, e.g. `https://data.example.com`. */
  readonly url: string
  /** The path that the API is below; that of `url` by default, or `/api` where that has none. */
  readonly basePath?: string
  /**
   * How long a server may say nothing before an attempt is given up; a minute by default, and at least 20 s
   * for logs.
   */
  readonly timeoutMs?: number
}

export interface Headrace {
  /**
   * Every operation of the API: `api.GET('/v1/projects/{projectId}', { params: { path: { projectId } } })`.
   */
  readonly api: Client<paths>
  /** The items of a list, page after page; a page is read when its first item is asked for. */
  all<P extends ListPath>(path: P, init?: ListInit): AsyncGenerator<Item<P>>
  /**
   * Starts a pipeline and resolves when it has ended, however it ended: look at `status`. A server that is
   * away meanwhile is waited for, up to ten minutes; so it is by `followLogs`.
   */
  runAndWait(projectId: string, run: NewExecution, options?: WaitOptions): Promise<Execution>
  /** The lines of an execution's log as they are written, each once, until the execution ends. */
  followLogs(executionId: string, options?: WaitOptions): AsyncGenerator<LogLine>
}

export interface WaitOptions {
  /** Ends the waiting; the execution goes on. */
  readonly signal?: AbortSignal
}
export interface ListInit extends WaitOptions {
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | number | boolean>>
}

/** A page of any list. */
interface Page<T> {
  readonly results?: readonly T[]
  readonly tasks?: readonly T[]
  readonly Resources?: readonly T[]
  readonly total?: number
  readonly totalResults?: number
  readonly more?: string
}

interface Read {
  readonly data?: unknown
  readonly error?: unknown
  readonly response: Response
}

const PAGE_SIZE = 100
const FIRST_POLL_MS = 100
const MAX_POLL_MS = 2_000
const RECONNECT_MS = 1_000
const TIMEOUT_MS = 60_000
/** A log that is followed shows a sign of life every 15 s. */
const MIN_SILENCE_MS = 20_000
const live: ReadonlySet<string> = new Set(['QUEUED', 'RUNNING', 'CANCELLING'])

/** Throws for a value that would lead to another address, such as the one of what is above. */
function filled(path: string, places: Readonly<Record<string, unknown>>): string {
  for (const [name, value] of Object.entries(places))
    if (/^\.{0,2}$/.test(String(value)))
      throw new RangeError(`${name} cannot be ${JSON.stringify(String(value))}`)
  return defaultPathSerializer(path, places)
}

/** A client of one installation, as one caller. */
export function createHeadrace(options: Options): Headrace {
  const { url, timeoutMs = TIMEOUT_MS } = options
  const { pathname } = new URL(url)
  const basePath = options.basePath ?? (pathname === '/' ? '/api' : pathname)
  const client = createFetchClient<paths>({
    baseUrl: new URL(basePath, url).href,
    fetch: authorizedFetch(tokenSource(url, options, timeoutMs), timeoutMs),
    pathSerializer: filled,
  })
  const api = withHeaderText(client)

  /** A list is read alike whatever it holds; which path holds what is in the types of `all`. */
  const read = api.GET as unknown as (path: string, init: object) => Promise<Read>

  async function* all<P extends ListPath>(path: P, { path: places, query, signal }: ListInit = {}) {
    let place: Readonly<Record<string, string | number>> = { page: 0, size: PAGE_SIZE }
    let seen = 0
    for (let page = 1; ; page++) {
      const init = { params: { path: places, query: { ...query, ...place } }, signal: signal ?? null }
      const { data, error, response } = await read(path, init)
      if (data === undefined) throw new HeadraceError(response, error)
      const { results, tasks, Resources, total, totalResults, more } = data as Page<Item<P>>
      const items = results ?? tasks ?? Resources ?? []
      yield* items
      seen += items.length
      const all = total ?? totalResults
      // Lists without a total continue by a token, which may follow an empty page; those of directories by an
      // index, all others by numbers of pages.
      if (all === undefined ? more === undefined : items.length === 0 || seen >= all) return
      if (more !== undefined) place = { limit: PAGE_SIZE, paginationToken: more }
      else if (totalResults !== undefined) place = { startIndex: seen + 1, count: PAGE_SIZE }
      else place = { page, size: PAGE_SIZE }
    }
  }

  async function findExecution(pipelineExecutionId: string, signal?: AbortSignal): Promise<Execution> {
    const { data, error, response } = await api.GET('/v1/pipeline-executions/{pipelineExecutionId}', {
      params: { path: { pipelineExecutionId } },
      signal: signal ?? null,
    })
    if (data === undefined) throw new HeadraceError(response, error)
    return data
  }

  async function runAndWait(projectId: string, run: NewExecution, { signal }: WaitOptions = {}) {
    const { data, error, response } = await api.POST('/v1/projects/{projectId}/pipeline-executions', {
      params: { path: { projectId } },
      body: run,
      signal: signal ?? null,
    })
    if (data === undefined) throw new HeadraceError(response, error)
    for (let pause = FIRST_POLL_MS; ; pause = Math.min(pause * 2, MAX_POLL_MS)) {
      const execution = await patiently(() => findExecution(data.pipelineExecutionId, signal), signal)
      if (!live.has(execution.status)) return execution
      await wait(pause, signal)
    }
  }

  async function openLog(pipelineExecutionId: string, signal?: AbortSignal) {
    const { data, error, response } = await api.GET('/v1/pipeline-executions/{pipelineExecutionId}/logs', {
      params: { path: { pipelineExecutionId }, query: { follow: true } },
      headers: { accept: 'text/event-stream' },
      parseAs: 'stream',
      signal: signal ?? null,
    })
    if (data === undefined || data === null) throw new HeadraceError(response, error)
    return data
  }

  /** A stream that breaks is asked for again from its start, and the lines that were seen are left out. */
  async function* followLogs(executionId: string, { signal }: WaitOptions = {}): AsyncGenerator<LogLine> {
    let shown = 0
    for (;;) {
      const stream = await patiently(() => openLog(executionId, signal), signal)
      let seen = 0
      let isWhole = false
      try {
        for await (const { event, data: line } of eventsOf(stream, Math.max(timeoutMs, MIN_SILENCE_MS))) {
          if (event === 'end') isWhole = true
          if (event === 'end' || ++seen <= shown) continue
          shown = seen
          yield JSON.parse(line) as LogLine
        }
      } catch (broken) {
        if (signal?.aborted || !(broken instanceof TypeError)) throw broken
      }
      if (isWhole) {
        const { status } = await patiently(() => findExecution(executionId, signal), signal)
        if (!live.has(status)) return
      }
      await wait(RECONNECT_MS, signal)
    }
  }

  return { api, all, runAndWait, followLogs }
}
