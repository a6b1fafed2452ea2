import type { components } from '../../../openapi/types.generated.ts'

export type Problem = components['schemas']['Problem']

/** An answer that is no success, with the problem document of the API where there is one. */
export class HeadraceError extends Error {
  readonly status: number
  /** Finds the request in the logs of the server. */
  readonly requestId: string | undefined
  readonly problem: Problem | undefined

  constructor(response: Response, body: unknown) {
    const problem = isProblem(body) ? body : undefined
    const violations = problem?.violations.map((violation) => `\n- ${violation}`).join('') ?? ''
    const answer = `${response.status} from ${response.url}${redirectOf(response)}${refusalOf(body)}`
    super(`${problem?.detail ?? answer}${violations}`)
    this.name = 'HeadraceError'
    this.status = response.status
    this.requestId = response.headers.get('x-request-id') ?? undefined
    this.problem = problem
  }
}

const isProblem = (body: unknown): body is Problem =>
  typeof body === 'object' && body !== null && 'detail' in body && 'violations' in body

const redirectOf = ({ headers }: Response): string =>
  headers.has('location') ? `, which redirects to ${headers.get('location')}` : ''

/** Why no token was given (RFC 6749, section 5.2). */
const refusalOf = (body: unknown): string =>
  typeof body === 'object' && body !== null && 'error_description' in body
    ? `: ${body.error_description}`
    : ''
