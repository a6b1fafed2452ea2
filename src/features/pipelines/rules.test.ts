import { describe, expect, test } from 'vitest'
import type { Fault } from '../../pipeline/model.ts'
import { parsePipelineFile } from '../../pipeline/parse.ts'
import { analysisOf, drawingOf, findPipeline, sourceObjections } from './rules.ts'

const faultIn = (file: string, severity: Fault['severity'] = 'error', message = 'm'): Fault => ({
  severity,
  file,
  line: 1,
  rule: 'r',
  message,
})
const fileAt = (path: string) => {
  const kind = path.endsWith('.tran.yaml') ? ('transformation' as const) : ('orchestration' as const)
  return { path, kind, pipeline: undefined }
}

describe('what names a source', () => {
  test.each([[{ ref: 'main' }], [{ environmentName: 'E' }], [{ environmentName: 'E', versionName: '1' }]])(
    '%j does',
    (query) => expect(sourceObjections(query)).toEqual([]),
  )
  test.each([
    [{}],
    [{ versionName: '1' }],
    [{ ref: 'main', environmentName: 'E' }],
    [{ ref: 'main', versionName: '1' }],
  ])('%j does not', (query) => expect(sourceObjections(query)).toHaveLength(1))
})

test('all faults are counted, and the first ones kept', () => {
  const faults = [
    ...Array.from({ length: 150 }, () => faultIn('b.orch.yaml', 'warning')),
    ...Array.from({ length: 150 }, () => faultIn('b.orch.yaml')),
    faultIn('a.orch.yaml', 'error', 'x'.repeat(1_000_000)),
  ]
  const analysis = analysisOf({ files: [fileAt('b.orch.yaml'), fileAt('a.orch.yaml')], faults })
  expect(analysis.map(({ summary }) => [summary.name, summary.faultCount])).toEqual([
    ['a', { errors: 1, warnings: 0 }],
    ['b', { errors: 150, warnings: 150 }],
  ])
  expect(analysis[1]!.faults).toHaveLength(200)
  expect(analysis[0]!.faults[0]!.message.length).toBeLessThan(2_100)
})

test('a project of faults does not fill the memory', () => {
  const files = Array.from({ length: 200 }, (_, n) => fileAt(`${n}.orch.yaml`))
  const faults = files.flatMap(({ path }) => Array.from({ length: 200 }, () => faultIn(path)))
  const analysis = analysisOf({ files, faults })
  expect(analysis.reduce((sum, one) => sum + one.faults.length, 0)).toBe(20_000)
  expect(analysis.every(({ summary }) => summary.faultCount.errors === 200)).toBe(true)
})

test('a pipeline is found by its name, with or without ending, and by the path of exactly its file', () => {
  const paths = ['x.orch.yaml', 'x.tran.yaml', 'sub/y.orch.yaml', 'b.orch.yaml.orch.yaml']
  const analysis = analysisOf({ files: paths.map(fileAt), faults: [] })
  const found = (name: string) => findPipeline(analysis, name)?.summary.path
  expect(['x', 'x.tran.yaml', 'sub/y', '/sub/y.orch.yaml', 'y', ''].map(found)).toEqual([
    'x.orch.yaml',
    'x.tran.yaml',
    'sub/y.orch.yaml',
    'sub/y.orch.yaml',
    undefined,
    undefined,
  ])
})

test('text that aliases repeat counts as often as it would be written', () => {
  const fileOf = (times: number) =>
    parsePipelineFile(
      'p.orch.yaml',
      `pipeline: { components: { A: { type: x, parameters: { p: [&a "${'x'.repeat(50_000)}"${', *a'.repeat(times)}] } } } }`,
    ).pipeline
  const design = { positions: new Map(), notes: [], groups: [] }
  expect(drawingOf(fileOf(100), design)?.components).toHaveLength(1)
  expect(drawingOf(fileOf(200), design)).toBeUndefined()
})
