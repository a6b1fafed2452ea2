import type { Fault, Pipeline } from '../model.ts'
import { flowNameOfTest, pipelineNameOf, testNameOf } from '../names.ts'
import { parsePipelineBlock } from '../parse.ts'
import { FaultList, isMapping, textOrJson } from '../parse-shapes.ts'
import { readYaml, type YamlFile, type YamlMapping } from '../parse-yaml.ts'
import { Block } from './block.ts'
import type { PipelineTest, TestSubject } from './model.ts'
import { expectedOf } from './parse-expectations.ts'
import {
  callerValuesOf,
  filesOf,
  projectVariablesOf,
  tablesOf,
  textsOf,
  webhooksOf,
} from './parse-fixtures.ts'

/** `test` is undefined when the file says so little that nothing can run. */
export interface ParsedTest {
  readonly test: PipelineTest | undefined
  readonly faults: readonly Fault[]
}

const DEFAULT_TIMEOUT_SECONDS = 60
const MAX_TIMEOUT_SECONDS = 3_600

/**
 * Reads one file of a test (pipelines.md §7). Never throws, whatever the text. A test with an error does not
 * run.
 */
export function parseTestFile(path: string, text: string): ParsedTest {
  const faults = new FaultList(path)
  const yaml = readYaml(text)
  for (const { line, rule, message, hint } of yaml.faults) faults.error(line, rule, message, { hint })
  const { file } = yaml
  if (file === undefined) return { test: undefined, faults: faults.all }
  const { root } = file
  if (!isMapping(root) || !isMapping(root['test'])) {
    const hint =
      'A file of a test has the blocks type, version and test; test contains what runs and what is expected'
    faults.error(1, 'missing-test', 'The file has no "test" block', { hint })
    return { test: undefined, faults: faults.all }
  }
  if (textOrJson(root['type']) !== 'test') {
    const line = file.lineOf(root, 'type')
    faults.error(line, 'kind-mismatch', 'The file is named as a test, but has another type', {
      hint: 'Write type: "test", or rename the file',
    })
  }
  const test = testOf(path, file, root, faults)
  return { test, faults: faults.all }
}

function testOf(
  path: string,
  file: YamlFile,
  root: YamlMapping,
  faults: FaultList,
): PipelineTest | undefined {
  const name = testNameOf(path) ?? path
  const folder = path.split('/').slice(0, -1).join('/')
  const whole = { file, mapping: root, faults }
  const block = new Block(whole, 'The file', 1).block('test', 'The test')
  block.allow(...keys)
  const flow = flowOf(path, file, root, faults)
  const subject = subjectOf(block, flow)
  const nowMs = timeOf(block)
  const parsed = {
    name,
    file: path,
    description: flow?.description ?? '',
    environment: block.text('environment') ?? 'Test',
    projectVariables: projectVariablesOf(block.block('variables', 'variables of the test')),
    secrets: textsOf(block.block('secrets', 'secrets of the test')),
    nowMs,
    timeoutSeconds: block.integer('timeoutSeconds', 1, MAX_TIMEOUT_SECONDS) ?? DEFAULT_TIMEOUT_SECONDS,
    tables: tablesOf(block.block('tables', 'tables of the test'), folder),
    files: filesOf(block.block('files', 'files of the test'), folder),
    webhooks: webhooksOf(block.block('webhooks', 'webhooks of the test')),
    expected: expectedOf(block.block('expect', 'expect')),
  }
  checkWebhooks(parsed, block)
  return subject && { ...parsed, subject }
}

const keys = [
  ...['run', 'environment', 'variables', 'secrets', 'now', 'timeoutSeconds'],
  ...['tables', 'files', 'webhooks', 'expect'],
]

/** The flow of the file itself, which is an orchestration in all but its name. */
function flowOf(path: string, file: YamlFile, root: YamlMapping, faults: FaultList): Pipeline | undefined {
  const body = root['pipeline']
  if (body === undefined || body === null) return undefined
  if (isMapping(body))
    return parsePipelineBlock(file, body, { name: flowNameOfTest(path), kind: 'orchestration' }, faults)
  faults.error(file.lineOf(root, 'pipeline'), 'missing-pipeline', '"pipeline" is not a block')
  return undefined
}

function subjectOf(block: Block, flow: Pipeline | undefined): TestSubject | undefined {
  const hasFlow = flow !== undefined && flow.components.size > 0
  if (!block.has('run')) {
    if (hasFlow) return { kind: 'flow', pipeline: flow }
    block.fault(undefined, 'The test runs nothing', 'Name a pipeline in run, or write components in pipeline')
    return undefined
  }
  if (hasFlow)
    block.fault(
      'run',
      'The test has run and components of its own',
      'Keep one: components may call pipelines',
    )
  const run = block.block('run')
  run.allow('orchestration', 'transformation', 'variables')
  const kinds = (['orchestration', 'transformation'] as const).filter((kind) => run.has(kind))
  const [pipelineKind] = kinds
  if (pipelineKind === undefined || kinds.length > 1) {
    run.fault(undefined, 'run names one pipeline', 'Write orchestration: or transformation: and its name')
    return undefined
  }
  const reference = run.text(pipelineKind) ?? ''
  if (
    pipelineNameOf(reference)?.kind ===
    (pipelineKind === 'orchestration' ? 'transformation' : 'orchestration')
  )
    run.fault(pipelineKind, `"${reference}" is not of the kind ${pipelineKind}`)
  const values = callerValuesOf(run.block('variables', 'variables of run'))
  return { kind: 'run', pipelineKind, reference, line: run.lineOf(pipelineKind), values }
}

/** `now`: a date or an instant of ISO 8601; without a zone it is UTC. */
function timeOf(block: Block): number | undefined {
  const text = block.text('now')
  if (text === undefined) return undefined
  const hasZone = !text.includes('T') || /(Z|[+-]\d\d:?\d\d)$/i.test(text)
  const ms = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(hasZone ? text : `${text}Z`) : Number.NaN
  if (!Number.isNaN(ms)) return ms
  block.fault('now', `now is "${text}", which is not an instant`, 'Write for instance 2026-03-01T06:00:00Z')
  return undefined
}

function checkWebhooks(
  { webhooks, expected }: Pick<PipelineTest, 'webhooks' | 'expected'>,
  block: Block,
): void {
  const names = new Set(webhooks.map(({ name }) => name))
  for (const { name } of expected.webhooks) {
    if (names.has(name)) continue
    block
      .block('expect')
      .block('webhooks')
      .fault(
        name,
        `A webhook "${name}" is expected, which the test does not declare`,
        'Declare it in webhooks',
      )
  }
}
