import type { operations } from '../../../../openapi/types.generated.ts'

type Review = operations['reviewPipelines']['responses'][200]['content']['application/json']
type WireFinding = Review['results'][string][number]

export interface Finding extends WireFinding {
  readonly isPipeline: boolean
}

const PAGE_SIZE = 25

/** The findings of all pipelines: errors first, then by file and line. */
export const allFindings = ({ results }: Pick<Review, 'results'>): readonly Finding[] =>
  Object.values(results)
    .flat()
    .map((finding) => ({ ...finding, isPipeline: /\.(orch|tran)\.yaml$/.test(finding.file) }))
    .sort(
      (a, b) =>
        Number(a.severity !== 'ERROR') - Number(b.severity !== 'ERROR') ||
        (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line),
    )

export const shownFindings = (findings: readonly Finding[], severity: string | undefined) =>
  findings.filter((one) => severity === undefined || severity === '' || one.severity === severity)

/** A page from 0 of what is all there already; the last one there is, beyond the end. */
export function pageOf(findings: readonly Finding[], wanted: number) {
  const page = Math.min(wanted, Math.max(0, Math.ceil(findings.length / PAGE_SIZE) - 1))
  const results = findings.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE)
  return { results, page, size: PAGE_SIZE, total: findings.length }
}
