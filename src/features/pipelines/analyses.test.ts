import { expect, test } from 'vitest'
import { orchestration, start } from '../../../test/support/pipelines.ts'
import { componentCatalog } from '../../components/catalog.ts'
import { validateAll } from '../../pipeline/validate.ts'
import { createAnalyses as analysesOf } from './analyses.ts'
import { analysisOf } from './rules.ts'

const createAnalyses = () =>
  analysesOf(async (read, facts) => {
    const files = (await read()).map(({ path, content }) => ({ path, text: content }))
    const analysis = analysisOf(validateAll(files, componentCatalog, facts))
    return { analysis, characters: 1 }
  })
const pipeline = orchestration({ Start: start('Odd'), Odd: { type: 'from-the-future' } })
const filesOf = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ path: `p${n}.orch.yaml`, content: pipeline }))

/** A source that counts how often it is read. */
function aSource(key: string, files = filesOf(2)) {
  const source = {
    key,
    facts: { warehouse: 'DUCKDB' },
    reads: 0,
    read: async () => {
      source.reads += 1
      return files
    },
  }
  return source
}

test('a commit is read and validated once, also for those who ask together', async () => {
  const analyses = createAnalyses()
  const source = aSource('one')
  const [first, second] = await Promise.all([analyses.of(source), analyses.of(source)])
  expect(await analyses.of(source)).toBe(first)
  expect(second).toBe(first)
  expect(source.reads).toBe(1)
  expect(first[0]).toMatchObject({
    summary: { name: 'p0', componentCount: 2, faultCount: { errors: 0, warnings: 1 } },
    faults: [{ rule: 'unknown-component-type', component: 'Odd' }],
  })
})

test('another warehouse is another answer, and so are other variables of the project', async () => {
  const analyses = createAnalyses()
  const source = aSource('one')
  await analyses.of(source)
  await analyses.of({ ...source, facts: { warehouse: 'POSTGRESQL' } })
  expect(source.reads).toBe(2)
  for (const type of ['TEXT', 'NUMBER', 'NUMBER'] as const) {
    const projectVariables = new Map([['n', { type, columns: [] }]])
    await analyses.of({ ...source, facts: { warehouse: 'DUCKDB', projectVariables } })
  }
  expect(source.reads).toBe(4)
})

test('a failed read rejects its callers, and is neither remembered nor blocks others', async () => {
  const analyses = createAnalyses()
  const source = aSource('one')
  const failing = { ...source, read: () => Promise.reject(new Error('gone')) }
  const asked = [analyses.of(failing), analyses.of(aSource('two'))] as const
  await expect(asked[0]).rejects.toThrow('gone')
  expect(await asked[1]).toHaveLength(2)
  expect(await analyses.of(source)).toHaveLength(2)
})
