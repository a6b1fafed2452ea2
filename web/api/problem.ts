import type { components } from '../../openapi/types.generated.ts'

/** The body of every error of the API (specification, "Problem detail"). */
export type Problem = components['schemas']['Problem']

/** What went wrong in one readable sentence, whatever was thrown. */
export function sentenceOf(error: unknown): string {
  if (hasDetail(error)) return error.detail // a problem, or an error of the SCIM interface
  if (error instanceof TypeError) return 'The server did not answer. Try again when it can be reached.'
  return error instanceof Error ? error.message : String(error)
}

const hasDetail = (error: unknown): error is { readonly detail: string } =>
  typeof error === 'object' && error !== null && 'detail' in error && typeof error.detail === 'string'

export const isProblem = (error: unknown): error is Problem =>
  typeof error === 'object' && error !== null && 'status' in error && 'violations' in error

/**
 * Violations by field. The API writes `body/name is required` or `body/configuration/cron: …`; the path names the field
 * (`name`, `configuration.cron`), as forms name theirs. What names no field is found under the empty name.
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
