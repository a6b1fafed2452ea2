import { expect, test } from 'vitest'
import { allFindings, pageOf, shownFindings } from './findings.ts'

const finding = (file: string, line: number, severity: 'ERROR' | 'WARNING') => ({
  file,
  line,
  severity,
  rule: 'select-star',
  message: 'm',
})

test('findings come with errors first, by file and line', () => {
  const findings = allFindings({
    results: {
      b: [finding('b.orch.yaml', 3, 'WARNING'), finding('b.orch.yaml', 2, 'ERROR')],
      a: [finding('a.tran.yaml', 9, 'WARNING')],
      '.headrace/quality.yaml': [finding('.headrace/quality.yaml', 1, 'ERROR')],
    },
  })
  expect(findings.map(({ file, line, isPipeline }) => [file, line, isPipeline])).toEqual([
    ['.headrace/quality.yaml', 1, false],
    ['b.orch.yaml', 2, true],
    ['a.tran.yaml', 9, true],
    ['b.orch.yaml', 3, true],
  ])
  expect(shownFindings(findings, 'ERROR')).toHaveLength(2)
  expect(shownFindings(findings, undefined)).toHaveLength(4)
})

test('pages beyond the end show the last one', () => {
  const findings = allFindings({
    results: { a: Array.from({ length: 30 }, (_, i) => finding('a.orch.yaml', i, 'ERROR')) },
  })
  expect(pageOf(findings, 1).results).toHaveLength(5)
  expect(pageOf(findings, 7)).toMatchObject({ page: 1, total: 30 })
  expect(pageOf([], 3)).toMatchObject({ page: 0, results: [] })
})
