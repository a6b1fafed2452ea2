import { spawn } from 'node:child_process'
import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { configVariables, safeEnvironment } from './environment.ts'
import { endGroup } from './run-git.ts'

export interface BackendRequest {
  /** Folder that holds the repositories, and the path of the request below it, e.g. `/x.git/info/refs`. */
  readonly root: string
  readonly path: string
  readonly method: string
  /** Without the question mark. */
  readonly query: string
  readonly headers: IncomingHttpHeaders
  readonly body: Readable
  /** Who is pushing; undefined where pushing is not allowed. */
  readonly user?: string | undefined
  readonly timeoutMs: number
  readonly env?: Readonly<Record<string, string>> | undefined
  readonly config?: Readonly<Record<string, string>> | undefined
}

export interface BackendAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Readable
  /** Resolves when the program has ended and everything it started with it. */
  readonly ended: Promise<void>
}

const MAX_HEADER_BYTES = 16 * 1024

/** Serves one request of Git's smart HTTP protocol through `git http-backend` (a CGI program). */
export async function serveGit(request: BackendRequest): Promise<BackendAnswer> {
  const child = spawn('git', ['http-backend'], {
    env: {
      ...safeEnvironment(),
      ...configVariables(request.config ?? {}),
      ...request.env,
      ...cgiVariables(request),
    },
    // A process group of its own: git http-backend starts further programs, which must end with it.
    detached: true,
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const timer = setTimeout(() => endGroup(child), request.timeoutMs)
  const ended = new Promise<void>((resolve) => {
    child.once('error', () => resolve())
    child.once('close', () => resolve())
  }).finally(() => clearTimeout(timer))
  child.stdin.on('error', () => undefined) // it may refuse before it has read everything
  request.body.on('error', () => endGroup(child))
  request.body.on('close', () => {
    if (!request.body.readableEnded) endGroup(child) // the client went away in the middle
  })
  request.body.pipe(child.stdin)
  const { head, rest } = await readHead(child.stdout)
  // The header's last chunk may hold the beginning of the body; it is put back in front of the stream.
  child.stdout.unshift(rest)
  return { ...parseHead(head), body: child.stdout, ended }
}

function cgiVariables({ root, path, method, query, headers, user }: BackendRequest): Record<string, string> {
  const text = (name: string) => String(headers[name] ?? '')
  return {
    GIT_PROJECT_ROOT: root,
    GIT_HTTP_EXPORT_ALL: '1',
    PATH_INFO: path,
    REQUEST_METHOD: method,
    QUERY_STRING: query,
    CONTENT_TYPE: text('content-type'),
    ...(headers['content-length'] !== undefined && { CONTENT_LENGTH: text('content-length') }),
    ...(headers['content-encoding'] !== undefined && { HTTP_CONTENT_ENCODING: text('content-encoding') }),
    // Only a version that looks like one: this becomes an environment variable of Git.
    ...(/^[a-z0-9=:]{1,64}$/.test(text('git-protocol')) && { GIT_PROTOCOL: text('git-protocol') }),
    ...(user !== undefined && { REMOTE_USER: user }),
  }
}

/** Reads up to the empty line that ends the CGI header. */
function readHead(output: Readable): Promise<{ head: string; rest: Buffer }> {
  return new Promise((resolve, reject) => {
    let read = Buffer.alloc(0)
    const onData = (chunk: Buffer) => {
      read = Buffer.concat([read, chunk])
      const end = read.indexOf('\r\n\r\n')
      if (end === -1 && read.length < MAX_HEADER_BYTES) return
      stop()
      if (end === -1) reject(new Error('git http-backend answered without a header'))
      else resolve({ head: read.toString('latin1', 0, end), rest: read.subarray(end + 4) })
    }
    const onEnd = () => {
      stop()
      reject(new Error('git http-backend ended without an answer'))
    }
    const stop = () => {
      output.pause()
      output.off('data', onData).off('end', onEnd).off('error', onEnd)
    }
    output.on('data', onData).on('end', onEnd).on('error', onEnd)
  })
}

function parseHead(head: string): { status: number; headers: Record<string, string> } {
  const headers: Record<string, string> = {}
  for (const line of head.split('\r\n')) {
    const colon = line.indexOf(':')
    if (colon > 0) headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim()
  }
  const { status = '200', ...rest } = headers
  return { status: Number(status.slice(0, 3)), headers: rest }
}
