import { expect, test } from 'vitest'
import { largePipeline } from '../../../../bench/support/web/large-pipeline.ts'
import { componentCatalogue } from '../../../../src/components/component-catalogue.ts'
import { type ComponentType, catalogOf, paletteOf, titleOf } from './catalogue.ts'
import { faultsOf } from './check.ts'
import { createReader } from './drawing.ts'

const all = componentCatalogue() as unknown as ComponentType[]
const found = (kind: ComponentType['pipelineType'], search: string) =>
  paletteOf(all, kind, search).flatMap(({ types }) => types.map(titleOf))

test('the title of every component finds that component first, in any case and with blanks around it', () => {
  for (const { pipelineType, title } of all)
    for (const search of [title, ` ${title.toLowerCase()} `])
      expect(found(pipelineType, search)[0], search).toBe(title)
})

test('titles that begin with the search come before titles with a word that does', () => {
  const tables = found('transformation', 'table')
  expect(tables.slice(0, 3)).toEqual(['Table Input', 'Table Output', 'Table Update'])
  const at = (title: string) => tables.indexOf(title)
  expect(at('Multi Table Input')).toBeGreaterThan(at('Table Update'))
  expect(found('orchestration', 'pri')[0]).toBe('Print Variables')
})

test('without a search every group is in its usual order', () => {
  const groups = paletteOf(all, 'orchestration', '').map(({ name }) => name)
  expect(groups.slice(0, 3)).toEqual(['Flow', 'Variables', 'Scripts'])
  for (const { types } of paletteOf(all, 'orchestration', '')) {
    const titles = types.map(titleOf)
    expect(titles).toEqual(titles.toSorted((a, b) => a.localeCompare(b)))
  }
})

test('of 500 components the parameters of the one that is typed in are checked, and no others again', () => {
  const text = largePipeline(500)
  const read = createReader('Large.orch.yaml')
  const catalog = catalogOf(all)
  const check = (now: string) => {
    const { components } = read(now).file.pipeline!
    return new Map([...components].map(([name, one]) => [name, catalog.parameterFaults(one, {})]))
  }
  const before = check(text)
  const after = check(text.replace('echo "step 250"', 'echo "step 2500"'))
  expect([...after.keys()].filter((name) => after.get(name) !== before.get(name))).toEqual(['Step 250'])
})

test('what databases of the project’s kind refuse is a warning while a pipeline is drawn', () => {
  const text = JSON.stringify({ pipeline: { components: { It: { type: 'begin' } } } })
  const { file } = createReader('main.orch.yaml')(text)
  const rules = (warehouse: string) =>
    faultsOf(file, catalogOf(all), { warehouse })
      .filter(({ rule }) => rule === 'refused-by-warehouse')
      .map(({ severity, message }) => `${severity}: ${message}`)
  expect(rules('CLICKHOUSE')).toEqual([
    expect.stringMatching(/^warning: "It": ClickHouse has no transactions: .*Leave out begin and commit/),
  ])
  expect(rules('DUCKDB')).toEqual([])
})
