import type { Step } from '../../../components/executions/shapes.ts'

/** What runs a component again and again: an iterator or a retry. */
export interface Wrapper {
  readonly name: string
  readonly isRetry: boolean
}

/** Which component wraps which, by the name of the wrapped one. */
export type Wrappers = ReadonlyMap<string, Wrapper>

/** A step with what ran inside it: the iterations of an iterator, the attempts of a retry. */
export interface StepNode {
  readonly step: Step
  readonly inside: StepNode[]
}

interface Wrapping {
  readonly name: string
  readonly type: string
  readonly iterationTarget?: string
}

export const wrappersOf = (components: readonly Wrapping[]): Wrappers =>
  new Map(
    components.flatMap(({ name, type, iterationTarget: target }) =>
      target === undefined ? [] : [[target, { name, isRetry: type === 'retry' }] as const],
    ),
  )

/**
 * Steps as a tree. The key of a step is its component's name, then what is around it from the outside in:
 * `[3]` for an iteration, `#2` for an attempt; so the key of what wraps it is its own without the last of
 * them. A step whose wrapper is unknown is at the top.
 */
export function treeOf(steps: readonly Step[], wrappers: Wrappers): StepNode[] {
  const top: StepNode[] = []
  const byKey = new Map<string, StepNode>()
  for (const step of steps) {
    const node: StepNode = { step, inside: [] }
    byKey.set(step.key, node)
    const wrapper = wrappers.get(step.name)
    const around = wrapper && byKey.get(wrapperKey(step, wrapper))
    if (around === undefined) top.push(node)
    else around.inside.push(node)
  }
  return top
}

function wrapperKey({ key, name }: Step, wrapper: Wrapper): string {
  const place = key.slice(escaped(name).length)
  // A first attempt may be left out of the key; an iteration never is.
  const last = wrapper.isRetry ? /#\d+$/ : /\[\d+\]$/
  return escaped(wrapper.name) + place.replace(last, '')
}

const escaped = (name: string): string => name.replace(/[\\#[\]]/g, '\\$&')

/** What a step is called among its siblings, e.g. `Load, iteration 3, attempt 2`. */
export function fullName({ name, iteration, attempt }: Step): string {
  const parts = [
    name,
    ...(iteration === undefined ? [] : [`iteration ${iteration}`]),
    ...(attempt > 1 ? [`attempt ${attempt}`] : []),
  ]
  return parts.join(', ')
}
