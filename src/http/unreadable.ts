import type { Socket } from 'node:net'
import { newId } from '../lib/ids.ts'
import { Problem, type ProblemKind } from '../lib/problem.ts'
import { problemBody, problemKinds } from './problem-json.ts'

const reasons: Readonly<Record<string, readonly [kind: ProblemKind, detail: string]>> = {
  HPE_HEADER_OVERFLOW: ['request-header-fields-too-large', 'The headers of the request are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: ['request-timeout', 'The headers of the request arrived too slowly'],
  HPE_INVALID_METHOD: ['not-implemented', 'The method of the request is unknown'],
}
/** What the client has for reading the answer. */
const CLOSE_MS = 2_000
const other = ['bad-request', 'The request is not valid HTTP'] as const

/** What a connection holds of the response that is under way. */
interface Answering {
  readonly _httpMessage?: { readonly headersSent: boolean } | null
}

/**
 * Answers what the HTTP parser could not read, and ends the connection: where the next request begins is
 * unknown (decisions.md §4).
 */
export const refuseUnreadable =
  (origin: () => string) =>
  (error: Error & { readonly code?: string }, socket: Socket & Answering): void => {
    const isAnswered = socket._httpMessage?.headersSent === true
    if (error.code === 'ECONNRESET' || !socket.writable || isAnswered) {
      socket.destroy()
      return
    }
    const [kind, detail] = reasons[error.code ?? ''] ?? other
    endWithProblem(socket, new Problem(kind, detail), origin())
  }

/**
 * Answers with a problem past the HTTP library, and ends the connection. Nothing may have been answered yet.
 */
export function endWithProblem(socket: Socket, problem: Problem, origin: string): void {
  const { status, title } = problemKinds[problem.kind]
  const body = JSON.stringify(problemBody(problem, origin, ''))
  const headers = [
    'connection: close',
    'content-type: application/problem+json',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${newId()}`,
  ]
  socket.end(`HTTP/1.1 ${status} ${title}\r\n${headers.join('\r\n')}\r\n\r\n${body}`)
  // Whoever does not read it, or goes on sending, keeps no connection.
  setTimeout(() => socket.destroy(), CLOSE_MS).unref()
}
