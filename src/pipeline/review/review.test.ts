import { expect, test } from 'vitest'
import { componentCatalog } from '../../components/catalog.ts'
import { reviewProject } from './review.ts'
import { reviewRules } from './rules.ts'

interface Given {
  readonly path: string
  readonly text: string
}

const review = (...files: readonly Given[]) => reviewProject(files, componentCatalog)
const lines = (...files: readonly Given[]) =>
  review(...files).findings.map(
    ({ file, line, component, severity, rule }) => `${file}:${line} ${component ?? '-'} ${severity} ${rule}`,
  )

/**
 * A pipeline file of the contents of its block, named by the comment on the first line where there is one.
 */
function pipelineOf(block: string): Given {
  const path = /^# (.*\.yaml)$/m.exec(block)?.[1] ?? 'Load orders.orch.yaml'
  return { path, text: `type: orchestration\npipeline:\n${block.replaceAll(/^/gm, '  ')}\n` }
}

const rulesFile = (text: string): Given => ({ path: '.headrace/quality.yaml', text })
const star = pipelineOf(
  'metadata: { description: d }\ncomponents:\n' +
    '  Ask:\n    type: query-to-scalar\n    transitions: { failure: [End] }\n    parameters:\n' +
    '      query: "select * from orders"\n  End: { type: end-failure }\n',
)
const starLine = 'Load orders.orch.yaml:9 Ask warning select-star'
/** What else the same file is found to have. */
const without = (rule: string, found: readonly string[]) => found.filter((line) => !line.endsWith(rule))

test.each(reviewRules.map((rule) => [rule.id, rule] as const))(
  'the examples of %s: the bad one is found, with a line, the good one is not',
  (id, { examples, severity, beside }) => {
    const found = (block: string) =>
      review(pipelineOf(block), ...(beside ? [beside] : [])).findings.filter((finding) => finding.rule === id)
    expect(found(examples.bad)).toMatchObject([
      { severity, line: expect.any(Number), hint: expect.any(String) },
    ])
    expect(found(examples.good)).toEqual([])
  },
)

test('ids are unique', () => {
  expect(new Set(reviewRules.map(({ id }) => id)).size).toBe(reviewRules.length)
})

test('a finding has the line of the parameter', () => {
  expect(lines(star)).toContain(starLine)
})

test('the rules file disables rules, changes their severity, and leaves out files', () => {
  const others = without('select-star', lines(star))
  const withRules = (text: string) => lines(star, rulesFile(text))
  expect(withRules('rules:\n  - { id: select-star, enabled: false }\n')).toEqual(others)
  expect(withRules('- { id: select-star, enforcementLevel: ERROR }\n')).toContain(
    'Load orders.orch.yaml:9 Ask error select-star',
  )
  expect(withRules('rules:\n- { id: select-star, severity: error }\n')).toContain(
    'Load orders.orch.yaml:9 Ask error select-star',
  )
  expect(review(star, rulesFile('exclude: ["Load*"]\n'))).toEqual({
    findings: [],
    excludedFiles: ['Load orders.orch.yaml'],
    reviewedFiles: [],
  })
})

test.each([
  ['a path', '["Load orders"]', false],
  ['a pattern', '["**/Load*"]', false],
  ['a component', '[{ pipeline: "Load orders", component: Ask, reason: Old }]', false],
  ['a component anywhere', '[{ component: Ask }]', false],
  ['another path', '["Load"]', true],
  ['another component', '[{ pipeline: "**", component: Other }]', true],
])('an exception by %s', (_what, exceptions, isFound) => {
  const found = lines(star, rulesFile(`rules:\n- id: select-star\n  exceptions: ${exceptions}\n`))
  expect(found.includes(starLine)).toBe(isFound)
})

test('a pattern that is too long is refused', () => {
  const long = 'x'.repeat(70_000)
  for (const text of [
    `exclude: [${long}, "Load*"]\n`,
    `exclude: ["Load*"]\nrules: [{ id: select-star, exceptions: [${long}] }]\n`,
    `exclude: ["Load*"]\nrules: [{ id: select-star, exceptions: [{ pipeline: ${long} }] }]\n`,
  ])
    expect(review(star, rulesFile(text))).toMatchObject({
      findings: [{ rule: 'rules-file', message: expect.stringContaining('more than 50000 characters') }],
      excludedFiles: ['Load orders.orch.yaml'],
    })
})

test('options of rules are read', () => {
  const config = (text: string) => lines(star, rulesFile(`- ${text}\n`)).map((line) => line.split(' ').at(-1))
  expect(config('{ id: complexity, config: { maxComponents: 1 } }')).toContain('complexity')
  expect(config('{ id: component-name, config: { pattern: "^[a-z ]+$" } }')).toContain('component-name')
  expect(config('{ id: component-name, config: { pattern: "[a-z ]+" } }')).toContain('component-name')
  expect(config('{ id: component-name, config: { pattern: "[a-z]+|[A-Za-z ]+" } }')).not.toContain(
    'component-name',
  )
  expect(config('{ id: complexity, config: { maxComponents: 2 } }')).not.toContain('complexity')
})

test.each([
  ['rules: [', 'error', 1],
  ['rules: 5', 'error', 1],
  ['rules:\n- { enabled: true }', 'error', 2],
  ['rules:\n- id: selekt-star', 'warning', 2],
  ['rules:\n- id: select-star\n  enabled: perhaps', 'error', 3],
  ['rules:\n- id: select-star\n  enforcementLevel: LOUD', 'error', 3],
  ['rules:\n- id: complexity\n  config: { maxComponents: many }', 'error', 3],
  ['rules:\n- id: complexity\n  config: { most: 3 }', 'error', 3],
  ['rules:\n- id: component-name\n  config: { pattern: "(" }', 'error', 3],
  ['rules:\n- id: unhandled-failure\n  config: { each: thing }', 'error', 3],
  ['rules:\n- id: select-star\n  exceptions: [[a]]', 'error', 3],
  ['rules:\n- id: select-star\n  sevrity: error', 'warning', 3],
  ['rulez: []', 'warning', 1],
])('what is wrong with a rules file is found in it: %s', (text, severity, line) => {
  const { findings } = review(star, rulesFile(text))
  const ofRulesFile = findings.filter(({ rule }) => rule === 'rules-file')
  expect(ofRulesFile).toMatchObject([{ severity, line, file: '.headrace/quality.yaml' }])
})

test('of two rules files the first counts', () => {
  const other = {
    path: '.matillion/config/pipeline_quality_rules.yaml',
    text: '- { id: select-star, enabled: false }',
  }
  expect(lines(star, other)).not.toContain(starLine)
  expect(lines(star, other, rulesFile('[]'))).toContain(starLine)
})

test('a file that cannot be read is one of the findings', () => {
  expect(lines({ path: 'a.orch.yaml', text: 'pipeline: [' })).toEqual([
    'a.orch.yaml:1 - error invalid-pipeline',
  ])
})

const sql = (text: string) =>
  pipelineOf(`components:\n  Ask: { type: sql-script, parameters: { sqlScript: ${JSON.stringify(text)} } }`)
const rulesOf = (text: string) => review(sql(text)).findings.map(({ rule }) => rule)

test.each([
  ['select a, t.* from t', 'select-star', true],
  ["select '*' from t -- select *", 'select-star', false],
  ['/* select * */ select a from t where exists (select * from u)', 'select-star', false],
  ['select a * 2 from t', 'select-star', false],
  ['select top 10 * from t', 'select-star', true],
  ['select distinct top (10) t.* from t', 'select-star', true],
  ['select distinct on (a, lower(b)) * from t', 'select-star', true],
  ['select topped * 2, top(a) from t where exists (select top 1 * from u)', 'select-star', false],
  ['select a from t; update t set a = 1', 'unfiltered-change', true],
  ["update t set a = 'x where y'", 'unfiltered-change', true],
  ['update t set a = 1 where true', 'unfiltered-change', false],
  ['update t set a = (select max(b) from u where u.id = t.id)', 'unfiltered-change', true],
  ['update t set a = (select b from u where u.id = (t.id)) where (t.id) < 5', 'unfiltered-change', false],
  ['select a from prod.public.orders', 'hard-coded-name', true],
  ['select a from "Prod"."public"."orders"', 'hard-coded-name', true],
  ['select a from ${db}.public.orders', 'hard-coded-name', false],
  ["create user u identified by 'hunter22'", 'hard-coded-secret', true],
  ["create user u identified by '${password}'", 'hard-coded-secret', false],
  ['-- postgres://app:hunter22@db/orders', 'hard-coded-secret', true],
  ["set password2 = 'hunter22'", 'hard-coded-secret', true],
])('%s: %s is %s', (text, rule, isFound) => {
  expect(rulesOf(text).includes(rule)).toBe(isFound)
})

test('a secret is never repeated', () => {
  const text = JSON.stringify(review(sql('-- AKIAIOSFODNN7EXAMPLE')).findings)
  expect(text).toContain('access key of AWS')
  expect(text).not.toContain('AKIA')
})

test('what a caller handles is not missed, and each component is looked at where that is wanted', () => {
  const child = { ...sql('drop table t'), path: 'Child.orch.yaml' }
  const caller = {
    path: 'Caller.orch.yaml',
    text: `pipeline:\n  components:\n    Start: { type: start, transitions: { unconditional: [Run] } }
    Run: { type: run-orchestration, parameters: { orchestrationJob: Child }, transitions: { failure: [End] } }
    End: { type: end-failure }\n`,
  }
  const found = (...files: readonly Given[]) => lines(...files).filter((line) => /unhandled/.test(line))
  expect(found(child)).toEqual(['Child.orch.yaml:4 Ask warning unhandled-failure'])
  expect(found(child, caller)).toEqual([])
  const each = rulesFile('- { id: unhandled-failure, config: { each: component } }')
  expect(found(child, caller, each)).toEqual(['Child.orch.yaml:4 Ask warning unhandled-failure'])
})

test('of a wrapped component the links of its wrapper count', () => {
  const text = `pipeline:\n  components:
    Start: { type: start, transitions: { unconditional: [Again] } }
    Again: { type: retry, iterationTarget: Ask, transitions: { failure: [End] } }
    Ask: { type: sql-script, parameters: { sqlScript: drop table t } }
    End: { type: end-failure }\n`
  const each = rulesFile('- { id: unhandled-failure, config: { each: component } }')
  expect(lines({ path: 'a.orch.yaml', text }, each).filter((line) => /unhandled/.test(line))).toEqual([])
})

test('a pipeline counts as tested where a tested one calls it', () => {
  const caller = {
    path: 'All.orch.yaml',
    text: 'pipeline:\n  components:\n    Call: { type: run-orchestration, parameters: { orchestrationJob: Load orders } }\n',
  }
  const tests = { path: 'All.test.yaml', text: 'type: test\ntest: { run: { orchestration: All } }\n' }
  const untested = (...files: Given[]) =>
    review(...files)
      .findings.filter(({ rule }) => rule === 'no-test')
      .map(({ file }) => file)
  expect(untested(star, caller)).toEqual([])
  expect(untested(star, caller, tests)).toEqual([])
  expect(untested(star, { ...caller, text: 'pipeline:\n  components: {}\n' }, tests)).toEqual([star.path])
})

test.each([
  ['a file', '"legacy/**"', []],
  ['another file', '"other/**"', ['legacy/a.orch.yaml:2 - error invalid-pipeline']],
  [
    'one of its components',
    '{ pipeline: "legacy/**", component: Ask }',
    ['legacy/a.orch.yaml:2 - error invalid-pipeline'],
  ],
])('a file that cannot be read, and an exception for %s', (_what, exception, expected) => {
  const broken = { path: 'legacy/a.orch.yaml', text: 'type: orchestration\npipeline: [\n' }
  const rules = rulesFile(`rules:\n- id: invalid-pipeline\n  exceptions: [${exception}]\n`)
  expect(lines(broken, rules)).toEqual(expected)
})
