import type { components } from '../../openapi/types.generated.ts'

/** The body of every error of the API (specification, "Problem detail"). */
export type Problem = components['schemas']['Problem']

/** For users, of a request that was refused because of it: the API tells programs how to get a token. */
export const sessionEnded: Problem = {
  type: 'about:blank',
  title: 'Your session had ended',
  status: 401,
  detail: 'Try again once you are signed in.',
  instance: '',
  violations: [],
}

/**
 * What went wrong in readable text, whatever was thrown: of a request that is not valid, all that is wrong
 * with it.
 */
export function sentenceOf(error: unknown): string {
  if (isProblem(error) && error.violations.length > 0) return error.violations.map(withoutPath).join('; ')
  if (hasDetail(error)) return error.detail // a problem, or an error of the SCIM interface
  if (error instanceof TypeError) return 'The server did not answer. Try again when it can be reached.'
  return error instanceof Error ? error.message : String(error)
}

/**
 * `body/agentId: runner 7 does not exist` says enough without its field; of `body/name is required` that is
 * the subject.
 */
const withoutPath = (violation: string): string => violation.replace(/^(?:body|query|path)\/(?:\S+: )?/, '')

const hasDetail = (error: unknown): error is { readonly detail: string } =>
  typeof error === 'object' && error !== null && 'detail' in error && typeof error.detail === 'string'

/**
 * What stands for an error that nobody explains, as proxies send them: undefined where the answer says what
 * is wrong.
 */
export async function explained(answer: Response): Promise<Response | undefined> {
  if (answer.status < 400) return undefined
  const said: unknown = await answer
    .clone()
    .json()
    .catch(() => undefined)
  if (hasDetail(said)) return undefined
  const { status, statusText } = answer
  const detail = `The server, or a proxy before it, answered ${`${status} ${statusText}`.trim()}.`
  return Response.json({ status, detail }, { status, statusText })
}

export const isProblem = (error: unknown): error is Problem =>
  typeof error === 'object' && error !== null && 'status' in error && 'violations' in error

/**
 * Violations by field. The API writes `body/name is required` or `body/configuration/cron: …`; the path names
 * the field (`name`, `configuration.cron`), as forms name theirs. What names no field is found under the
 * empty name.
 */
export function violationsByField(error: unknown): Readonly<Record<string, string>> {
  if (!isProblem(error)) return {}
  const found: Record<string, string> = {}
  for (const violation of error.violations) {
    const [, path = '', sentence] = /^(?:body|query|path)((?:\/[^\s/:]+)*):? (.*)$/s.exec(violation) ?? [
      '',
      '',
      violation,
    ]
    const field = path.slice(1).replaceAll('/', '.')
    found[field] = found[field] === undefined ? sentence! : `${found[field]}; ${sentence}`
  }
  return found
}
