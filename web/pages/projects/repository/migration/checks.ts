import type { Check } from '../shapes.ts'

const names: Readonly<Record<string, string>> = {
  REPOSITORY_ASSOCIATED: 'The project has a repository',
  ANOTHER_REPOSITORY: 'The target is another repository',
  SOURCE_READABLE: 'The source can be read',
  SOURCE_TOKEN: 'The stored token of the source is alive',
  ACCESS_TOKEN: 'The access token is alive and was not used before',
  TENANT_APPLICATION: 'The application is installed in the tenant',
  TARGET_EXISTS: 'The target repository is there',
  ROLE: 'The service account may push',
  READ_PERMISSION: 'The permission Read is given',
  FORCE_PUSH: 'Force pushes are allowed',
  TARGET_HISTORY: 'The target has no history of its own',
  PUBLISHED_COMMITS: 'The target has every published commit',
}

/** What a prerequisite demands, for people. */
export const checkName = ({ name }: Check): string =>
  names[name] ?? name.charAt(0) + name.slice(1).toLowerCase().replaceAll('_', ' ')

export const resultWords: Readonly<Record<Check['result'], string>> = {
  PASSED: 'Holds',
  FAILED: 'Does not hold',
  UNKNOWN: 'Checked when it runs',
}

/** `3 of 5 hold`, and what is to be done. */
export function summaryOf(checks: readonly Check[]): string {
  const failed = checks.filter(({ result }) => result === 'FAILED').length
  const open = checks.filter(({ result }) => result === 'UNKNOWN').length
  if (failed > 0) return `${failed} of ${checks.length} do not hold. Put that right, then check again.`
  if (open > 0)
    return `Nothing speaks against it; ${open} of ${checks.length} can be known only when it runs.`
  return `All ${checks.length} hold.`
}
