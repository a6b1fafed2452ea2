import type { Fault } from '../../pipeline/model.ts'
import { pipelineNameOf } from '../../pipeline/names.ts'
import type { ReviewLevel } from '../projects/schema.ts'
import type { Finding, Review } from './schema.ts'

const MAX_FINDINGS = 10_000

/** The findings that keep something from happening where `level` is asked for. */
export const refusing = (findings: readonly Fault[], level: ReviewLevel): readonly Fault[] =>
  findings.filter(({ severity }) => level === 'WARNINGS' || (level === 'ERRORS' && severity === 'error'))

/** A finding in one line, with its place. */
export const sentenceOf = ({ file, line, severity, message, rule }: Fault): string =>
  `${file}:${line}: ${severity}: ${message} (${rule})`

interface Reviewed {
  readonly commitId: string
  readonly findings: readonly Fault[]
  /** Paths of all pipelines that were reviewed. */
  readonly reviewedFiles: readonly string[]
  readonly excludedFiles: readonly string[]
}

/** A review as clients get it, of `wanted` files only where some are named. */
export function reviewOf(
  { commitId, findings, reviewedFiles, excludedFiles }: Reviewed,
  wanted: readonly string[] | undefined,
): Review {
  const isWanted = wanted === undefined ? () => true : (path: string) => named.has(path)
  const named = new Set(wanted)
  const results = Object.fromEntries(
    reviewedFiles.filter(isWanted).map((path): [string, Finding[]] => [keyOf(path), []]),
  )
  const shown = findings.filter(({ file, rule }) => isWanted(file) || rule === 'rules-file')
  for (const finding of shown.slice(0, MAX_FINDINGS)) {
    const key = keyOf(finding.file)
    results[key] ??= []
    results[key].push(findingOf(finding))
  }
  const known = new Set(reviewedFiles)
  return {
    reviewStatus: shown.some(({ severity }) => severity === 'error') ? 'FAILED' : 'PASSED',
    commitId,
    results,
    excludedFiles: wanted === undefined ? [...excludedFiles] : wanted.filter((path) => !known.has(path)),
  }
}

const keyOf = (path: string): string => pipelineNameOf(path)?.name ?? path

const findingOf = ({ rule, severity, message, component, line, file, hint }: Fault): Finding => ({
  rule,
  severity: severity === 'error' ? 'ERROR' : 'WARNING',
  message,
  ...(component !== undefined && { component }),
  line,
  file,
  ...(hint !== undefined && { hint }),
})
