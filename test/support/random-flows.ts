import fc from 'fast-check'
import type { FlowAction, FlowEvent, Outcome } from '../../src/pipeline/flow-events.ts'
import type { Component, Condition } from '../../src/pipeline/model.ts'
import type { Part, play } from './flow-player.ts'

const conditions: readonly Condition[] = ['unconditional', 'success', 'failure', 'true', 'false']
const types = ['bash-script', 'bash-script', 'if', 'and', 'or', 'end-failure', 'retry', 'grid-iterator']

const link = (size: number) =>
  fc.record({
    from: fc.nat(size),
    to: fc.integer({ min: 1, max: size }),
    condition: fc.constantFrom(...conditions),
  })

const node = fc.record({
  type: fc.constantFrom(...types),
  skipped: fc.integer({ min: 0, max: 9 }).map((one) => one === 0),
  concurrency: fc.constantFrom('Sequential', 'Concurrent'),
  breakOnFailure: fc.constantFrom('Yes', 'No'),
  retryDelay: fc.constantFrom('Retry immediately', 'Short delay with backoff'),
  numberOfRetries: fc.nat(2).map(String),
  inside: fc.constantFrom('bash-script', 'retry', 'grid-iterator'),
})

/** Any graph of up to ten components: rings, repeated links and joins without links included. */
export const randomParts: fc.Arbitrary<Record<string, Part>> = fc
  .integer({ min: 1, max: 9 })
  .chain((size) =>
    fc.record({
      nodes: fc.array(node, { minLength: size, maxLength: size }),
      links: fc.array(link(size), { maxLength: 3 * size }),
    }),
  )
  .map(({ nodes, links }) => {
    const parts: Record<string, Part> = { n0: { type: 'start', to: targets(links, 0) } }
    nodes.forEach(({ type, skipped, inside, ...parameters }, at) => {
      const name = `n${at + 1}`
      const wraps = type === 'retry' || type === 'grid-iterator'
      const own = wraps ? { around: `${name} in` } : {}
      parts[name] = { type, skipped, parameters, to: targets(links, at + 1), ...own }
      if (!wraps) return
      parts[`${name} in`] = {
        type: inside,
        parameters,
        ...(inside === 'bash-script' ? {} : { around: `${name} deep` }),
      }
      if (inside !== 'bash-script') parts[`${name} deep`] = {}
    })
    return parts
  })

function targets(
  links: readonly { from: number; to: number; condition: Condition }[],
  from: number,
): NonNullable<Part['to']> {
  const own = [
    ...links.filter((one) => one.from === from),
    ...(from === 0 ? [{ to: 1, condition: 'unconditional' as const }] : []),
  ]
  const groups = Map.groupBy(own, (one) => one.condition)
  return Object.fromEntries(
    [...groups].map(([condition, some]) => [condition, some.map((one) => `n${one.to}`)]),
  )
}

/** Numbers that decide what a driver does next; they repeat when the run is longer. */
export const randomChoices = fc.array(fc.nat(999), { minLength: 1, maxLength: 60 })

/** What a driver might answer to an action. */
function randomEvent(action: FlowAction, choice: number): FlowEvent {
  const { key, component, attempt } = action.visit
  if (action.kind === 'wait') return { kind: 'waited', key }
  if (action.kind === 'conclude') return { kind: 'finished', key, outcome: action.outcome }
  if (component.type === 'grid-iterator' && choice % 5 > 0) {
    const iterations = Array.from({ length: choice % 4 }, (_, at) => [{ variable: 'own', value: `i${at}` }])
    return { kind: 'expanded', key, iterations }
  }
  return { kind: 'finished', key, outcome: randomOutcome(component, choice + attempt) }
}

function randomOutcome(component: Component, choice: number): Outcome {
  const updates = ['own', 'all'].map((variable) => ({ variable, value: `${component.name} ${choice}` }))
  if (choice % 3 === 0) return { result: 'FAILED', message: `fault ${choice}`, updates }
  const branch = component.type === 'if' ? { branch: choice % 2 === 0 } : {}
  return { result: 'SUCCESS', updates, ...branch }
}

/** Answers one open action after another, in an order that the choices decide, until nothing is open. */
export function playAtRandom(
  player: ReturnType<typeof play>,
  choices: readonly number[],
  each: (event: FlowEvent, said: readonly string[]) => void = () => {},
): void {
  for (let at = 0; player.open.size > 0; at++) {
    const choice = choices[at % choices.length]! + at
    const open = [...player.open.values()]
    const event = randomEvent(open[choice % open.length]!, choice)
    each(event, player.give(event))
  }
}
