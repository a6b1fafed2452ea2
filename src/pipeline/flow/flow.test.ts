import { describe, expect, test } from 'vitest'
import { failure, type Part, pipelineOf, play, success } from '../../../test/support/flow-player.ts'
import { createFlow } from './flow.ts'

const start = (...targets: string[]): Part => ({ type: 'start', to: { unconditional: targets } })

describe('links (pipelines.md §2.2)', () => {
  const parts: Record<string, Part> = {
    Start: start('A'),
    A: { to: { success: ['Good'], failure: ['Bad'], unconditional: ['Always'] } },
    Good: {},
    Bad: {},
    Always: {},
  }

  test('a success fires success and unconditional links as parallel branches', () => {
    const player = play(parts)
    expect(player.begin()).toEqual(['run Start'])
    expect(player.finish('Start')).toEqual(['run A'])
    expect(player.finish('A').toSorted()).toEqual(['run Always', 'run Good'])
  })

  test('a failure fires failure and unconditional links', () => {
    const player = play(parts)
    player.begin()
    player.finish('Start')
    expect(player.finish('A', failure).toSorted()).toEqual(['run Always', 'run Bad'])
  })

  test('a skipped component is concluded, and its success and unconditional links fire', () => {
    const player = play({ ...parts, A: { ...parts['A']!, skipped: true } })
    player.begin()
    expect(player.finish('Start')).toEqual(['conclude A SKIPPED'])
    expect(player.finish('A', { result: 'SKIPPED' }).toSorted()).toEqual(['run Always', 'run Good'])
    player.playOut()
    expect(player.flow.result()).toEqual({ status: 'SUCCESS', message: undefined })
  })

  test('a component runs once, even when a faulty file links to it twice or in a ring', () => {
    const player = play({
      Start: start('A', 'A', 'B'),
      A: { to: { success: ['B'] } },
      B: { to: { success: ['A'] } },
    })
    player.begin()
    expect(player.playOut()).toEqual(['run A', 'run B'])
  })

  test('a link to a component that does not exist leads nowhere and carries no failure on', () => {
    const player = play({ Start: start('A', 'Gone'), A: { to: { failure: ['Gone'] } } })
    player.begin()
    player.playOut({ A: failure })
    expect(player.flow.result()).toEqual({ status: 'FAILED', message: '"A": broken' })
  })

  test('a link to a wrapped component leads nowhere: only its wrapper runs it', () => {
    const player = play({ Start: start('A', 'Loop'), Loop: { type: 'loop-iterator', around: 'A' }, A: {} })
    player.begin()
    expect(player.finish('Start')).toEqual(['run Loop'])
  })

  test('several starts begin side by side; a pipeline without any fails and says so', () => {
    expect(play({ One: start(), Two: start() }).begin()).toEqual(['run One', 'run Two'])
    const empty = play({ A: {} })
    expect(empty.begin()).toEqual([])
    expect(empty.flow.result()).toEqual({
      status: 'FAILED',
      message: 'The pipeline has no start component: add one',
    })
  })
})

describe('joins (pipelines.md §2.3)', () => {
  const joined = (type: string): Record<string, Part> => ({
    Start: start('A', 'B'),
    A: { to: { success: ['Join'] } },
    B: { to: { failure: ['Join'] } },
    Join: { type, to: { unconditional: ['After'] } },
    After: {},
  })

  test('`and` runs once every link has fired', () => {
    const player = play(joined('and'))
    player.begin()
    player.finish('Start')
    expect(player.finish('A')).toEqual([])
    expect(player.finish('B', failure)).toEqual(['run Join'])
    expect(player.finish('Join')).toEqual(['run After'])
  })

  test('`and` never runs when one link does not fire, and the run ends', () => {
    const player = play(joined('and'))
    player.begin()
    player.playOut({ B: success })
    expect(player.events.map((event) => event.key)).toEqual(['Start', 'A', 'B'])
    expect(player.flow.result()).toEqual({ status: 'SUCCESS', message: undefined })
  })

  test('a repeated link does not make `and` wait indefinitely', () => {
    const player = play({ ...joined('and'), A: { to: { success: ['Join', 'Join'] } } })
    player.begin()
    player.finish('Start')
    player.finish('A')
    expect(player.finish('B', failure)).toEqual(['run Join'])
  })

  test('`or` runs on the first link and not again on the second', () => {
    const player = play(joined('or'))
    player.begin()
    player.finish('Start')
    expect(player.finish('A')).toEqual(['run Join'])
    expect(player.finish('B', failure)).toEqual([])
  })
})

describe('if (pipelines.md §2.4)', () => {
  const parts = {
    Start: start('Any?'),
    'Any?': { type: 'if', to: { true: ['Yes'], false: ['No'], failure: ['Broken'] } },
    Yes: {},
    No: {},
    Broken: {},
  }

  test.each([
    ['true', { result: 'SUCCESS', branch: true } as const, ['run Yes']],
    ['false', { result: 'SUCCESS', branch: false } as const, ['run No']],
    ['failure', { result: 'FAILED', message: 'no such variable' } as const, ['run Broken']],
  ])('fires its output %s', (_, outcome, expected) => {
    const player = play(parts)
    player.begin()
    player.finish('Start')
    expect(player.finish('Any?', outcome)).toEqual(expected)
  })
})

describe('result (pipelines.md §2.5)', () => {
  const afterA = (to: Part['to'], more: Record<string, Part> = {}) => {
    const player = play({ Start: start('A', 'B'), A: { to: to! }, B: {}, ...more })
    player.begin()
    player.playOut({ A: failure })
    return player.flow.result()
  }

  test('a failure that no link carries on fails the run, with its message', () => {
    expect(afterA({})).toEqual({ status: 'FAILED', message: '"A": broken' })
    expect(afterA({ success: ['C'] }, { C: {} })).toEqual({ status: 'FAILED', message: '"A": broken' })
  })

  test('a failure or unconditional link carries a failure on', () => {
    expect(afterA({ failure: ['C'] }, { C: {} })?.status).toBe('SUCCESS')
    expect(afterA({ unconditional: ['C'] }, { C: {} })?.status).toBe('SUCCESS')
  })

  test('an end-failure that was reached fails the run; the message is the first failure', () => {
    const end = { 'The End': { type: 'end-failure' } }
    expect(afterA({ failure: ['The End'] }, end)).toEqual({ status: 'FAILED', message: '"A": broken' })
    const reached = play({ Start: start('The End'), ...end })
    reached.begin()
    reached.playOut()
    expect(reached.flow.result()).toEqual({ status: 'FAILED', message: '"The End": reached' })
  })

  test('an end component does not stop other branches', () => {
    const player = play({
      Start: start('End', 'A'),
      End: { type: 'end-failure' },
      A: { to: { success: ['B'] } },
      B: {},
    })
    player.begin()
    player.finish('Start')
    player.finish('End')
    expect(player.flow.result()).toBeUndefined()
    expect(player.finish('A')).toEqual(['run B'])
  })

  test('the first failure in the order of ending is the message', () => {
    const player = play({ Start: start('A', 'B'), A: {}, B: {} })
    player.begin()
    player.finish('Start')
    player.finish('B', { result: 'FAILED' })
    player.finish('A', failure)
    expect(player.flow.result()).toEqual({ status: 'FAILED', message: '"B": failed' })
  })
})

describe('events', () => {
  test('unknown and ended keys, repeated events and events of the wrong kind change nothing', () => {
    const player = play({ Start: start('A'), A: { to: { success: ['B'] } }, B: {} })
    expect(player.flow.apply({ kind: 'finished', key: 'Start', outcome: success })).toEqual([])
    player.begin()
    expect(player.finish('Nobody')).toEqual([])
    expect(player.finish('A')).toEqual([])
    expect(player.finish('Start')).toEqual(['run A'])
    expect(player.finish('Start')).toEqual([])
    expect(player.waited('A')).toEqual([])
    expect(player.expand('A', [[]])).toEqual([])
    expect(player.finish('A')).toEqual(['run B'])
    expect(player.flow.begin()).toEqual([])
    expect(player.flow.result()).toBeUndefined()
  })

  test('keys stay unique when names hold the signs of keys', () => {
    const parts = {
      Start: start('Loop', 'A[1]', 'A\\[1]'),
      Loop: { type: 'loop-iterator', around: 'A' },
      A: {},
      'A[1]': {},
      'A\\[1]': {},
    }
    const player = play(parts)
    player.begin()
    const said = player.playOut({}, { Loop: [[]] })
    expect(said.toSorted()).toEqual([
      'conclude Loop SUCCESS',
      ...['run A[1]', 'run A\\[1\\]', 'run A\\\\\\[1\\]', 'run Loop'],
    ])
  })
})

describe('cancel (pipelines.md §2.11)', () => {
  test('nothing new starts, and the run ends once nothing is in flight', () => {
    const player = play({ Start: start('A', 'B'), A: { to: { success: ['C'] } }, B: {}, C: {} })
    player.begin()
    player.finish('Start')
    player.flow.cancel()
    expect(player.finish('A')).toEqual([])
    expect(player.flow.result()).toBeUndefined()
    expect(player.finish('B', { result: 'CANCELLED' })).toEqual([])
    expect(player.flow.result()).toEqual({ status: 'CANCELLED', message: undefined })
  })

  test('before the beginning nothing runs; after the end nothing changes', () => {
    const early = createFlow(pipelineOf({ Start: start() }), new Map())
    early.cancel()
    expect(early.begin()).toEqual([])
    expect(early.result()?.status).toBe('CANCELLED')
    const late = play({ Start: start() })
    late.begin()
    late.playOut()
    late.flow.cancel()
    expect(late.flow.result()?.status).toBe('SUCCESS')
  })

  test('a pause is dropped: the run ends although it is not over', () => {
    const retry = {
      type: 'retry',
      around: 'A',
      parameters: { numberOfRetries: '1', retryDelay: 'Long delay' },
    }
    const player = play({ Start: start('R'), R: retry, A: {} })
    player.begin()
    player.finish('Start')
    expect(player.finish('A', failure)).toEqual(['wait 15000 before A#2'])
    expect(player.flow.result()).toBeUndefined()
    player.flow.cancel()
    expect(player.flow.result()?.status).toBe('CANCELLED')
    expect(player.waited('A#2')).toEqual([])
  })

  test('an iterator that has begun is recorded as cancelled', () => {
    const player = play({ Start: start('Loop'), Loop: { type: 'loop-iterator', around: 'A' }, A: {} })
    player.begin()
    player.finish('Start')
    player.expand('Loop', [[], []])
    player.flow.cancel()
    expect(player.finish('A[1]')).toEqual(['conclude Loop CANCELLED'])
    player.playOut()
    expect(player.flow.result()?.status).toBe('CANCELLED')
  })

  test('without a cancel, a step that was cancelled counts as failed', () => {
    const player = play({ Start: start('A'), A: { to: { failure: ['B'] } }, B: {} })
    player.begin()
    player.finish('Start')
    expect(player.finish('A', { result: 'CANCELLED' })).toEqual(['run B'])
  })
})
