import { componentCatalog } from '../../components/catalog.ts'
import type { Fault } from '../../pipeline/model.ts'
import { pipelineReference } from '../../pipeline/names.ts'
import type { PipelineTest } from '../../pipeline/tests/model.ts'
import { brokenTest, type TestResult } from '../../pipeline/tests/result.ts'
import { readTests, testedDirectly } from '../../pipeline/tests/validate.ts'
import { callsOf, type ProjectFile } from '../../pipeline/validate-references.ts'
import type { PipelineSet } from '../executions/artifacts.ts'

const pathOf = (name: string) => `${name}.test.yaml`
const firstColumn = (rows: readonly (readonly string[])[] = []) => rows.map(([name = '']) => name)

/**
 * The names of the tests that an execution is to run: the API names them, or, with `pipelines`, those of them
 * that run one of these directly.
 */
export async function wantedTests(
  set: PipelineSet,
  grids: Readonly<Record<string, readonly (readonly string[])[]>>,
  yieldToOthers: () => Promise<void> | undefined,
): Promise<readonly string[]> {
  const names = firstColumn(grids['tests']).filter((name) => set.text(pathOf(name)) !== undefined)
  const wanted = firstColumn(grids['pipelines']).map(pipelineReference)
  if (wanted.length === 0) return names
  const running: string[] = []
  for (const name of names) {
    await yieldToOthers()
    const file = { path: pathOf(name), text: set.text(pathOf(name))! }
    const subjects = testedDirectly([file], () => undefined) ?? []
    if (subjects.some((subject) => wanted.includes(subject))) running.push(name)
  }
  return running
}

/** A test of the version, or why it cannot be run: as `headrace test` says it. */
export function readTest(
  set: PipelineSet,
  name: string,
): { readonly test: PipelineTest } | { readonly failed: TestResult } {
  const path = pathOf(name)
  const text = set.text(path) ?? ''
  const file = { path, text }
  const { pipelines, unreadable } = reached(set, testedDirectly([file], () => undefined) ?? [])
  const { tests, faults } = readTests([file], {
    pipelines,
    catalog: componentCatalog,
    hasFile: (wanted) => set.text(wanted) !== undefined,
  })
  const errors = [...unreadable, ...faults].filter(({ severity }) => severity === 'error')
  const [test] = tests
  return test !== undefined && errors.length === 0 ? { test } : { failed: brokenTest(path, errors) }
}

/** These pipelines and those that they call, and what is wrong with the files that cannot be read. */
function reached(set: PipelineSet, names: readonly string[]) {
  const pipelines = new Map<string, ProjectFile>()
  const unreadable: Fault[] = []
  const open = [...names]
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (pipelines.has(name)) continue
    const pipeline = set.find(name)
    if (pipeline === undefined) {
      unreadable.push(...set.faults(name))
      continue
    }
    const ending = pipeline.kind === 'transformation' ? '.tran.yaml' : '.orch.yaml'
    pipelines.set(name, { path: `${name}${ending}`, kind: pipeline.kind, pipeline })
    open.push(...callsOf(pipeline).map(({ target }) => target))
  }
  return { pipelines: [...pipelines.values()], unreadable }
}
