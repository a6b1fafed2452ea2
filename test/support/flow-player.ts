import { createFlow, type FlowOptions } from '../../src/pipeline/flow/flow.ts'
import type { FlowAction, FlowEvent, Outcome, VariableUpdate } from '../../src/pipeline/flow-events.ts'
import type { Component, Parameters, Pipeline, Value } from '../../src/pipeline/model.ts'
import type { RunVariable } from '../../src/pipeline/variables.ts'

/** One component of a flow in a test; `bash-script` when no type is said. */
export interface Part {
  readonly type?: string
  readonly to?: Component['transitions']
  readonly around?: string
  readonly parameters?: Parameters
  readonly skipped?: boolean
}

export function pipelineOf(parts: Readonly<Record<string, Part>>): Pipeline {
  const components = Object.entries(parts).map(([name, part]): [string, Component] => [
    name,
    {
      name,
      type: part.type ?? 'bash-script',
      parameters: part.parameters ?? {},
      sources: [],
      line: 1,
      transitions: part.to ?? {},
      iterationTarget: part.around,
      skipped: part.skipped ?? false,
      postProcessing: undefined,
    },
  ])
  return {
    name: 'Test',
    kind: 'orchestration',
    description: '',
    variables: new Map(),
    components: new Map(components),
  }
}

export const variable = (
  name: string,
  value: Value,
  scope: RunVariable['scope'] = 'COPIED',
): RunVariable => ({
  name,
  value,
  scope,
  columns: [],
  type: typeof value === 'number' ? 'NUMBER' : typeof value === 'string' ? 'TEXT' : 'GRID',
})

export const success: Outcome = { result: 'SUCCESS' }
export const failure: Outcome = { result: 'FAILED', message: 'broken' }
export const sets = (name: string, value: Value): Outcome => ({
  result: 'SUCCESS',
  updates: [{ variable: name, value }],
})

export interface PlayerSetup {
  readonly variables?: readonly RunVariable[]
  readonly options?: Partial<FlowOptions>
}

/** Drives a flow by hand: keeps the open actions, and the issued ones as text. */
export function play(parts: Readonly<Record<string, Part>>, { variables = [], options }: PlayerSetup = {}) {
  const flow = createFlow(pipelineOf(parts), new Map(variables.map((one) => [one.name, one])), options)
  const open = new Map<string, FlowAction>()
  const events: FlowEvent[] = []

  /** Gives an event in; the answer is what it brought about, in words. */
  function give(event: FlowEvent): string[] {
    open.delete(event.key)
    events.push(event)
    return take(flow.apply(event))
  }

  function take(actions: readonly FlowAction[]): string[] {
    for (const action of actions) open.set(action.visit.key, action)
    return actions.map(inWords)
  }

  const finish = (key: string, outcome: Outcome = success) => give({ kind: 'finished', key, outcome })

  /**
   * Answers the oldest open action over and over: runs by `outcomes`, iterators by `values`, until nothing is
   * open.
   */
  function playOut(
    outcomes: Readonly<Record<string, Outcome>> = {},
    values: Readonly<Record<string, readonly (readonly VariableUpdate[])[]>> = {},
  ): string[] {
    const said: string[] = []
    for (const [key, action] of open) {
      const expansion = action.kind === 'run' ? values[key] : undefined
      if (action.kind === 'wait') said.push(...give({ kind: 'waited', key }))
      else if (expansion) said.push(...give({ kind: 'expanded', key, iterations: expansion }))
      else said.push(...finish(key, action.kind === 'conclude' ? action.outcome : outcomes[key]))
    }
    return said
  }

  return {
    flow,
    open,
    events,
    give,
    finish,
    playOut,
    begin: () => take(flow.begin()),
    expand: (key: string, iterations: readonly (readonly VariableUpdate[])[]) =>
      give({ kind: 'expanded', key, iterations }),
    waited: (key: string) => give({ kind: 'waited', key }),
    value: (key: string, name: string) => flow.variables(key).get(name),
  }
}

function inWords(action: FlowAction): string {
  const { kind, visit } = action
  if (kind === 'wait') return `wait ${action.delayMs} before ${visit.key}`
  return kind === 'conclude' ? `conclude ${visit.key} ${action.outcome.result}` : `run ${visit.key}`
}
