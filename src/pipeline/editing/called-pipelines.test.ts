import { expect, test } from 'vitest'
import { renameCalled, renameInFiles } from './called-pipelines.ts'

const caller = `# Every night
type: orchestration
version: "1.0"
pipeline:
  components:
    Load all:   # all shops
      type: run-orchestration
      parameters:
        componentName: Load all
        orchestrationJob: 'Sales/Load'   # the newest
    Load again:
      type: run-orchestration
      parameters: { componentName: Load again, orchestrationJob: ./Sales/Load.orch.yaml }
    Another:
      type: run-orchestration
      parameters: { componentName: Another, orchestrationJob: Sales/Loaded }
    Of a shop:
      type: run-orchestration
      parameters: { componentName: Of a shop, orchestrationJob: "Sales/\${shop}" }
    Other kind:
      type: run-transformation
      parameters: { componentName: Other kind, transformationJob: Sales/Load }
`
const renamed = { kind: 'orchestration', from: 'Sales/Load', to: 'Orders/Load daily' } as const

test('what runs a renamed pipeline runs it by its new name, and everything else stays as it was written', () => {
  expect(renameCalled(caller, renamed)).toBe(
    caller
      .replace("'Sales/Load'   #", "'Orders/Load daily' #")
      .replace('./Sales/Load.orch.yaml', 'Orders/Load daily.orch.yaml'),
  )
})

test('a transformation of the same name is another pipeline', () => {
  const transformation = { ...renamed, kind: 'transformation' } as const
  expect(renameCalled(caller, transformation)).toBe(
    caller.replace('transformationJob: Sales/Load', 'transformationJob: Orders/Load daily'),
  )
})

test('a test runs the renamed pipeline and expects its steps', () => {
  const file = `type: test
test:
  run:
    orchestration: Sales/Load.orch.yaml
  expect:
    steps:
      Count: { pipeline: Sales/Load, status: SUCCESS } # of the pipeline
      Other: { pipeline: Sales/Loaded }
`
  expect(renameCalled(file, renamed)).toBe(
    file
      .replace('Sales/Load.orch.yaml', 'Orders/Load daily.orch.yaml')
      .replace('pipeline: Sales/Load,', 'pipeline: Orders/Load daily,'),
  )
})

test('a file that runs no such pipeline is not touched, and one that cannot be read is told', () => {
  const other = 'type: "orchestration"\npipeline:   {components:  {}}\n'
  expect(renameCalled(other, renamed)).toBe(other)
  expect(renameCalled('a: [', renamed)).toBeUndefined()
})

test('files that name the pipeline and cannot be changed are told, and others that cannot are not', () => {
  const parameters = '{ orchestrationJob: Sales/Load }'
  const repeated = `pipeline:
  components:
    One: { type: run-orchestration, parameters: &load ${parameters} }
    Two: { type: run-orchestration, parameters: *load }
`
  const files = {
    repeated,
    broken: `a: [\n  orchestrationJob: "Sales/Load.orch.yaml"\n`,
    other: 'a: [\n  orchestrationJob: Sales/Loaded\n',
    plain: repeated.replace('&load ', '').replace('*load', parameters),
  }
  const all = Object.entries(files).map(([path, text]) => ({ path, text }))
  const { changed, unchangeable } = renameInFiles(all, renamed)
  expect(unchangeable).toEqual(['repeated', 'broken'])
  expect(changed).toEqual([
    { path: 'plain', text: files.plain.replaceAll('Sales/Load', 'Orders/Load daily') },
  ])
})
