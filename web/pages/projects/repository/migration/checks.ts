import type { Check } from '../shapes.ts'

const names: Readonly<Record<string, string>> = {
  REPOSITORY_ASSOCIATED: 'The project has a repository',
  ANOTHER_REPOSITORY: 'The target is a different repository',
  SOURCE_READABLE: 'The source can be read',
  SOURCE_TOKEN: 'The stored token of the source is valid',
  ACCESS_TOKEN: 'The access token is valid and was not used before',
  TENANT_APPLICATION: 'The application is installed in the tenant',
  TARGET_EXISTS: 'The target repository exists',
  ROLE: 'The service account can push',
  READ_PERMISSION: 'The Read permission is granted',
  FORCE_PUSH: 'Force pushes are allowed',
  TARGET_HISTORY: 'The target has no history of its own',
  PUBLISHED_COMMITS: 'The target has every published commit',
}

/** What each prerequisite demands. */
export const checkName = ({ name }: Check): string =>
  names[name] ?? name.charAt(0) + name.slice(1).toLowerCase().replaceAll('_', ' ')

export const resultWords: Readonly<Record<Check['result'], string>> = {
  PASSED: 'Holds',
  FAILED: 'Failed',
  UNKNOWN: 'Checked during the migration',
}

/** Summarizes the checks, and says what to do next. */
export function summaryOf(checks: readonly Check[]): string {
  const failed = checks.filter(({ result }) => result === 'FAILED').length
  const open = checks.filter(({ result }) => result === 'UNKNOWN').length
  if (failed > 0) return `${failed} of ${checks.length} checks failed. Fix them, then check again.`
  if (open > 0)
    return `No check failed. ${open} of ${checks.length} can only be checked during the migration.`
  return `All ${checks.length} checks passed.`
}
