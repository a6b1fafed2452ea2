import { expect, test } from 'vitest'
import { orchestration, start } from '../../test/support/pipelines.ts'
import { createFlow } from './flow/flow.ts'
import { parsePipelineFile } from './parse.ts'
import { cutPart, type PipelinePart } from './part.ts'
import { startVariables } from './variables.ts'

const work = (...success: string[]) => ({ type: 'bash-script', links: { success } })
const repeating = (type: string, target: string, ...success: string[]) => ({
  type,
  parameters: { numberOfRetries: '1' },
  links: { success },
  more: { iterationTarget: target },
})
const file = orchestration(
  {
    Start: start('Load', 'Other'),
    Load: work('Join', 'Loop'),
    Other: work('Join'),
    Join: { type: 'and', links: { unconditional: ['Report'] } },
    Report: work(),
    Loop: repeating('fixed-iterator', 'Again', 'End'),
    Again: repeating('retry', 'Body'),
    Body: work('Other'),
    End: work(),
  },
  { city: { type: 'TEXT', defaultValue: 'Kassel' } },
)

function cut(part: PipelinePart, text = file) {
  const made = cutPart('Main.orch.yaml', text, part)
  if ('fault' in made) throw new Error(made.fault)
  return parsePipelineFile('Main.orch.yaml', made.text).pipeline!
}

/** The components that run at the top, in order, when each succeeds. */
function ran(pipeline: ReturnType<typeof cut>): string[] {
  const flow = createFlow(pipeline, startVariables(pipeline, [], { scalars: {}, grids: {} }).variables)
  const order: string[] = []
  const actions = [...flow.begin()]
  for (let action = actions.shift(); action !== undefined; action = actions.shift()) {
    order.push(action.visit.key)
    const { key } = action.visit
    const isLoop = action.kind === 'run' && action.visit.component.type === 'fixed-iterator'
    actions.push(
      ...flow.apply(
        isLoop
          ? { kind: 'expanded', key, iterations: [[]] }
          : { kind: 'finished', key, outcome: { result: 'SUCCESS' } },
      ),
    )
  }
  expect(flow.result()).toMatchObject({ status: 'SUCCESS' })
  return order
}

test('from a component on runs what follows; a join waits only for links of the part', () => {
  const part = cut({ extent: 'from', component: 'Load' })
  expect(ran(part)).toEqual([
    ...['Start', 'Load', 'Join', 'Loop', 'Report', 'Body[1]', 'Again[1]', 'Loop', 'End'],
  ])
  expect([...part.components.keys()]).not.toContain('Other')
  expect(part.variables.get('city')).toMatchObject({ defaultValue: 'Kassel' })
  expect(ran(cut({ extent: 'from', component: 'Join' }))).toEqual(['Start', 'Join', 'Report'])
})

test('one component alone runs with what it repeats, and nothing behind it', () => {
  expect(ran(cut({ extent: 'only', component: 'Load' }))).toEqual(['Start', 'Load'])
  const loop = cut({ extent: 'only', component: 'Loop' })
  expect([...loop.components.keys()].sort()).toEqual(['Again', 'Body', 'Loop', 'Start'])
})

test('a part that begins with the start is the whole, and a component may have its name', () => {
  expect(ran(cut({ extent: 'from', component: 'Start' }))).toContain('Other')
  const named = orchestration({ Begin: start('Start'), Start: work('Next'), Next: work() })
  expect(ran(cut({ extent: 'from', component: 'Start' }, named))).toEqual(['Start 2', 'Start', 'Next'])
})

test('what cannot run alone says why, and what may have been meant', () => {
  const fault = (component: string, path = 'Main.orch.yaml', text = file) =>
    cutPart(path, text, { extent: 'only', component })
  expect(fault('Laod')).toEqual({
    fault: 'There is no component "Laod" in "Main". Did you mean "Load"?',
  })
  expect(fault('Body')).toEqual({ fault: '"Body" is repeated by "Again"; run that one' })
  expect(fault('Load', 'Main.orch.yaml', 'a: [')).toMatchObject({ fault: expect.stringContaining('read') })
  expect(fault('Load', 'Main.tran.yaml', 'pipeline: {components: {}}')).toMatchObject({
    fault: expect.stringContaining('runs as a whole'),
  })
})
