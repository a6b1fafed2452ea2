import { wrappers } from '../graph.ts'
import type { Component, Pipeline } from '../model.ts'
import type { ReviewRule, Subject } from './rule.ts'
import { quoted } from './texts.ts'

const invalidPipeline: ReviewRule = {
  id: 'invalid-pipeline',
  title: 'Pipelines are valid',
  description:
    'Every error of [validation](../pipelines/validation.md): the pipeline would not run as it is drawn.',
  advice: 'Correct it',
  severity: 'error',
  examples: {
    bad: 'components:\n  Start: { type: start, transitions: { unconditional: [Nowhere] } }\n',
    good: 'components:\n  Start: { type: start }\n',
  },
  *check({ faults }) {
    for (const fault of faults) if (fault.severity === 'error') yield fault
  },
}

const unreachable = 'unreachable-component'

const validationWarning: ReviewRule = {
  id: 'validation-warning',
  title: 'Pipelines are valid without warnings',
  description:
    'Every warning of [validation](../pipelines/validation.md) that no other rule reports: unknown types, parameters and ' +
    'variables, and whatever else makes a component fail.',
  advice: 'Correct it',
  severity: 'warning',
  examples: {
    bad: 'components:\n  Start: { type: start, transitions: { unconditional: [Jump] } }\n  Jump: { type: teleport }\n',
    good: 'components:\n  Start: { type: start }\n',
  },
  *check({ faults }) {
    for (const fault of faults) if (fault.severity === 'warning' && fault.rule !== unreachable) yield fault
  },
}

const unreachableComponent: ReviewRule = {
  id: 'unreachable-component',
  title: 'Every component can run',
  description: 'No link leads to it from the start, so it never runs.',
  advice: 'Link it, or remove it',
  severity: 'warning',
  examples: {
    bad: 'components:\n  Start: { type: start }\n  Lost: { type: end-success }\n',
    good: 'components:\n  Start: { type: start, transitions: { unconditional: [Done] } }\n  Done: { type: end-success }\n',
  },
  *check({ faults }) {
    for (const fault of faults) if (fault.rule === unreachable) yield fault
  },
}

const skippedComponent: ReviewRule = {
  id: 'skipped-component',
  title: 'No component is left skipped',
  description:
    'Skipping is for trying things out. A skipped component of a published version looks as if it ran.',
  advice: 'Enable it, or remove it',
  severity: 'warning',
  examples: {
    bad: 'components:\n  Clean up: { type: sql-script, skipped: true, parameters: { sqlScript: "drop table t" } }\n',
    good: 'components:\n  Clean up: { type: sql-script, parameters: { sqlScript: "drop table t" } }\n',
  },
  *check({ pipeline }) {
    for (const { name, line, skipped } of pipeline.components.values())
      if (skipped) yield { line, component: name, message: `${quoted(name)} is skipped` }
  },
}

const handles = ({ type, transitions }: Component): boolean =>
  type !== 'start' && ((transitions.failure?.length ?? 0) > 0 || (transitions.unconditional?.length ?? 0) > 0)

/** Components that can fail for reasons outside; of a wrapped one its wrapper, which has the links. */
function* fallible({ pipeline, catalog }: Subject): Generator<Component> {
  const around = wrappers(pipeline)
  const seen = new Set<string>()
  for (const component of pipeline.components.values()) {
    if (catalog.hasEffects?.(component.type) !== true) continue
    const outer = outermost(component, around, pipeline)
    if (seen.has(outer.name)) continue
    seen.add(outer.name)
    yield outer
  }
}

function outermost(component: Component, around: ReturnType<typeof wrappers>, { components }: Pipeline) {
  let outer = component
  for (let depth = 0; depth < components.size; depth++) {
    const wrapper = around.get(outer.name)?.[0]
    if (wrapper === undefined) return outer
    outer = wrapper
  }
  return outer
}

const unhandledFailure: ReviewRule = {
  id: 'unhandled-failure',
  title: 'Failures are handled',
  description:
    'An orchestration that reaches outside (databases, scripts, services) defines what follows a failure: some component has a ' +
    'link on failure, or an unconditional one. Pipelines that others call may leave it to their callers.',
  advice: 'Add a link on failure: send a notification, clean up, or end with an end-failure',
  severity: 'warning',
  options: {
    each: {
      default: 'pipeline',
      choices: ['pipeline', 'component'],
      description:
        '`pipeline`: one such link is enough. `component`: every component that reaches outside has one',
    },
  },
  examples: {
    bad: 'components:\n  Load orders: { type: sql-script, parameters: { sqlScript: "drop table t" } }\n',
    good:
      'components:\n  Load orders:\n    type: sql-script\n    parameters: { sqlScript: "drop table t" }\n' +
      '    transitions: { failure: [Give up] }\n  Give up: { type: end-failure }\n',
  },
  *check(subject, options) {
    const { pipeline, called } = subject
    if (pipeline.kind !== 'orchestration') return
    const open = [...fallible(subject)].filter((one) => !handles(one))
    if (options['each'] === 'component') {
      for (const { name, line } of open)
        yield { line, component: name, message: `No link defines what follows when ${quoted(name)} fails` }
      return
    }
    const [first] = open
    if (first === undefined || called.has(pipeline.name)) return
    if ([...pipeline.components.values()].some(handles)) return
    const message = 'No component of the pipeline has a link that is followed when it fails'
    yield { line: first.line, component: first.name, message }
  },
}

export const flowRules: readonly ReviewRule[] = [
  invalidPipeline,
  validationWarning,
  unreachableComponent,
  skippedComponent,
  unhandledFailure,
]
