import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Part, play, variable } from '../../../test/support/flow-player.ts'
import { playAtRandom, randomChoices, randomParts } from '../../../test/support/random-flows.ts'
import type { FlowEvent, Outcome } from '../flow-events.ts'

const setup = { variables: [variable('own', 'start'), variable('all', 'start', 'SHARED')] }

type Parts = Readonly<Record<string, Part>>
type Ended = ReadonlyMap<string, Outcome>

const failed = ({ result }: Outcome) => result === 'FAILED' || result === 'CANCELLED'

/** The law on links, said a second time and naively: the conditions that fire after an outcome. */
function firing(outcome: Outcome): readonly string[] {
  const branch = outcome.result === 'SUCCESS' && outcome.branch !== undefined ? [String(outcome.branch)] : []
  return ['unconditional', failed(outcome) ? 'failure' : 'success', ...branch]
}

/** Links into a component as [from, condition], each once. */
function linksInto(parts: Parts, name: string) {
  return Object.entries(parts).flatMap(([from, { to = {} }]) =>
    Object.entries(to)
      .filter(([, names]) => names.includes(name))
      .map(([condition]) => ({ from, condition })),
  )
}

/**
 * Whether the law lets a component run, given how others ended. Parts called `n1 in` belong to the wrapper
 * `n1`.
 */
function mayRun(parts: Parts, ended: Ended, name: string): boolean {
  const links = linksInto(parts, name)
  const fired = links.filter(({ from, condition }) => {
    const outcome = ended.get(from)
    return outcome !== undefined && firing(outcome).includes(condition)
  })
  return name === 'n0' || (fired.length > 0 && (parts[name]!.type !== 'and' || fired.length === links.length))
}

/** The law on results (pipelines.md §2.5), over outermost components in the order they ended. */
function resultByLaw(parts: Parts, ended: Ended) {
  const reachedEnd = (name: string, { result }: Outcome) =>
    parts[name]!.type === 'end-failure' && result !== 'SKIPPED'
  const failures = [...ended].filter(([name, outcome]) => failed(outcome) || reachedEnd(name, outcome))
  const fails = failures.some(([name, outcome]) => {
    const { failure = [], unconditional = [] } = parts[name]!.to!
    return reachedEnd(name, outcome) || failure.length + unconditional.length === 0
  })
  if (!fails) return { status: 'SUCCESS', message: undefined }
  const [name, outcome] = failures[0]!
  return { status: 'FAILED', message: `"${name}": ${outcome.message ?? 'reached'}` }
}

const isOutermost = (key: string) => /^n\d+$/.test(key)

function begun(parts: Parts) {
  const player = play(parts, setup)
  return { player, said: player.begin() }
}

const property = (check: (parts: Parts, choices: readonly number[]) => void) =>
  fc.assert(fc.property(randomParts, randomChoices, check), { numRuns: 300 })

test('a component runs when the law lets it, once per attempt and iteration; all that may run has run', () => {
  property((parts, choices) => {
    const { player, said } = begun(parts)
    const ended = new Map<string, Outcome>()
    playAtRandom(player, choices, (event, actions) => {
      if (event.kind === 'finished' && isOutermost(event.key)) ended.set(event.key, event.outcome)
      for (const key of player.open.keys())
        expect(mayRun(parts, ended, /^n\d+/.exec(key)![0]), key).toBe(true)
      said.push(...actions)
    })
    expect(new Set(said).size).toBe(said.length)
    const outermost = Object.keys(parts).filter(isOutermost)
    expect(outermost.filter((name) => ended.has(name))).toEqual(
      outermost.filter((name) => mayRun(parts, ended, name)),
    )
    expect(player.flow.result()).toEqual(resultByLaw(parts, ended))
  })
})

test('the run has a result exactly when nothing is open', () => {
  property((parts, choices) => {
    const { player } = begun(parts)
    playAtRandom(player, choices, () => {
      expect(player.flow.result() === undefined).toBe(player.open.size > 0)
    })
  })
})

test('the same events in the same order give the same actions, variables and result; repeats change nothing', () => {
  property((parts, choices) => {
    const { player } = begun(parts)
    const steps: { event: FlowEvent; said: readonly string[]; seen: readonly unknown[] }[] = []
    const seenIn = ({ flow, open }: typeof player) =>
      [...open.keys()].map((key) => ['own', 'all'].map((name) => flow.variables(key).get(name)))
    playAtRandom(player, choices, (event, said) => {
      steps.push({ event, said, seen: seenIn(player) })
    })
    const again = begun(parts).player
    for (const [at, { event, said, seen }] of steps.entries()) {
      expect(again.give(event)).toEqual(said)
      expect(seenIn(again)).toEqual(seen)
      for (const old of steps.slice(Math.max(0, at - 3), at + 1))
        expect(again.flow.apply(old.event)).toEqual([])
    }
    expect(again.flow.result()).toEqual(player.flow.result())
  })
})

test('events without the pauses between them lead to the same end, as a journal needs it', () => {
  property((parts, choices) => {
    const { player } = begun(parts)
    playAtRandom(player, choices)
    const again = begun(parts).player
    for (const event of player.events) if (event.kind !== 'waited') again.give(event)
    expect(again.flow.result()).toEqual(player.flow.result())
  })
})

test('after a cancel nothing starts, and the run ends once nothing but pauses is open', () => {
  fc.assert(
    fc.property(randomParts, randomChoices, fc.nat(30), (parts, choices, cancelAfter) => {
      const { player } = begun(parts)
      let events = 0
      let cancelled = false
      playAtRandom(player, choices, (_, actions) => {
        if (cancelled) expect(actions.filter((action) => !action.startsWith('conclude'))).toEqual([])
        if (events++ !== cancelAfter || player.flow.result() !== undefined) return
        player.flow.cancel()
        cancelled = true
      })
      if (cancelled) expect(player.flow.result()).toEqual({ status: 'CANCELLED', message: undefined })
    }),
    { numRuns: 300 },
  )
})
