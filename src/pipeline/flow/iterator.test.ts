import { describe, expect, test } from 'vitest'
import { failure, type Part, play, sets, variable } from '../../../test/support/flow-player.ts'
import type { Value } from '../model.ts'

const to = (value: Value, name = 'i') => [{ variable: name, value }]
const three = [to(1), to(2), to(3)]

const begun = (
  parameters: Part['parameters'] = {},
  more: Record<string, Part> = {},
  maxIterations = 5_000,
) => {
  const loop: Part = { type: 'loop-iterator', around: 'A', parameters, to: { success: ['After'] } }
  const player = play(
    { Start: { type: 'start', to: { unconditional: ['Loop'] } }, Loop: loop, A: {}, After: {}, ...more },
    {
      variables: [variable('i', 0), variable('x', 'start'), variable('all', 'start', 'SHARED')],
      options: { maxIterations },
    },
  )
  player.begin()
  expect(player.finish('Start')).toEqual(['run Loop'])
  return player
}
const messageOf = (player: ReturnType<typeof begun>) => {
  const action = player.open.get('Loop')
  return action?.kind === 'conclude' ? action.outcome.message : undefined
}

describe('iterators (pipelines.md §2.7)', () => {
  test('sequential: one iteration after another, each with its values, then the outcome', () => {
    const player = begun()
    expect(player.expand('Loop', three)).toEqual(['run A[1]'])
    expect(player.value('A[1]', 'i')).toBe(1)
    expect(player.open.get('A[1]')?.visit).toMatchObject({ attempt: 1, iteration: 1 })
    expect(player.finish('A[1]')).toEqual(['run A[2]'])
    expect(player.value('A[2]', 'i')).toBe(2)
    expect(player.finish('A[2]')).toEqual(['run A[3]'])
    expect(player.finish('A[3]')).toEqual(['conclude Loop SUCCESS'])
    expect(messageOf(player)).toBe('3 iterations succeeded')
    expect(player.finish('Loop')).toEqual(['run After'])
  })

  test('concurrent: all at once; each has its own copy', () => {
    const player = begun({ concurrency: 'Concurrent', breakOnFailure: 'Yes' })
    expect(player.expand('Loop', three)).toEqual(['run A[1]', 'run A[2]', 'run A[3]'])
    expect([1, 2, 3].map((i) => player.value(`A[${i}]`, 'i'))).toEqual([1, 2, 3])
    player.finish('A[3]', { result: 'FAILED', message: 'third' })
    player.finish('A[1]', { result: 'FAILED', message: 'first' })
    expect(player.finish('A[2]')).toEqual(['conclude Loop FAILED'])
    expect(messageOf(player)).toBe('2 of 3 iterations failed; first failure, iteration 1: first')
  })

  test('a concurrent iterator cannot set SHARED variables, whose one value every iteration would see', () => {
    const player = begun({ concurrency: 'Concurrent' })
    expect(player.expand('Loop', [to('x', 'all'), to('y', 'all')])).toEqual(['conclude Loop FAILED'])
    expect(messageOf(player)).toBe(
      '"all" is SHARED: parallel iterations cannot each have a value of it. Make it COPIED, or iterate sequentially',
    )
    expect(begun().expand('Loop', [to('x', 'all'), to('y', 'all')])).toEqual(['run A[1]'])
  })

  test('a plain variable may say the concurrency', () => {
    const loop: Part = { type: 'loop-iterator', around: 'A', parameters: { concurrency: '${how}' } }
    const player = play(
      { Start: { type: 'start', to: { unconditional: ['Loop'] } }, Loop: loop, A: {} },
      { variables: [variable('how', 'Concurrent'), variable('i', 0)] },
    )
    player.begin()
    player.finish('Start')
    expect(player.expand('Loop', three)).toHaveLength(3)
  })

  test.each([{ breakOnFailure: "${true ? 'Yes' : 'No'}" }, { concurrency: '${nothing}' }])(
    'what the flow cannot read fails it, and is no default: %j',
    (parameters) => {
      const loop: Part = { type: 'loop-iterator', around: 'A', parameters }
      const player = play({ Start: { type: 'start', to: { unconditional: ['Loop'] } }, Loop: loop, A: {} })
      player.begin()
      expect(player.finish('Start')).toEqual(['conclude Loop FAILED'])
      expect(messageOf(player)).toContain(`cannot be "${Object.values(parameters)[0]}": give a value`)
    },
  )

  test('COPIED values of iterations are dropped; SHARED ones stay', () => {
    const player = begun()
    player.expand('Loop', [to(1), to(2)])
    player.finish('A[1]', { result: 'SUCCESS', updates: [...to('mine', 'x'), ...to('ours', 'all')] })
    expect([player.value('A[2]', 'x'), player.value('A[2]', 'all')]).toEqual(['start', 'ours'])
    player.finish('A[2]')
    player.finish('Loop', sets('x', 'concluded'))
    const after = ['i', 'x', 'all'].map((name) => player.value('After', name))
    expect(after).toEqual([0, 'concluded', 'ours'])
  })

  test('without breakOnFailure all iterations run, and the iterator fails through its own link', () => {
    const player = begun()
    player.expand('Loop', three)
    player.playOut({ 'A[2]': failure })
    expect(player.events.map((event) => event.key)).toEqual(['Start', 'Loop', 'A[1]', 'A[2]', 'A[3]', 'Loop'])
    const message = '"Loop": 1 of 3 iterations failed; first failure, iteration 2: broken'
    expect(player.flow.result()).toEqual({ status: 'FAILED', message })
  })

  test('with breakOnFailure the first failure ends it', () => {
    const player = begun({ breakOnFailure: 'Yes' })
    player.expand('Loop', three)
    player.finish('A[1]')
    expect(player.finish('A[2]', failure)).toEqual(['conclude Loop FAILED'])
    const message = '1 of 3 iterations failed, 1 not started; first failure, iteration 2: broken'
    expect(messageOf(player)).toBe(message)
  })

  test('no values succeed; more than allowed, or values that do not fit, fail before the first', () => {
    const none = begun()
    expect(none.expand('Loop', [])).toEqual(['conclude Loop SUCCESS'])
    const many = begun({}, {}, 2)
    expect(many.expand('Loop', three)).toEqual(['conclude Loop FAILED'])
    expect(messageOf(many)).toBe('3 iterations are more than the 2 allowed: iterate over fewer values')
    const misfits = begun()
    expect(misfits.expand('Loop', [to('one'), to(1, 'j')])).toEqual(['conclude Loop FAILED'])
    expect(messageOf(misfits)).toBe('"i" is a NUMBER and cannot become "one"; There is no variable "j"')
  })

  test('values that could not be evaluated fail the iterator without a conclusion', () => {
    const player = begun()
    expect(player.finish('Loop', failure)).toEqual([])
    expect(player.flow.result()).toEqual({ status: 'FAILED', message: '"Loop": broken' })
  })

  test('a second expansion or an end from outside changes nothing', () => {
    const player = begun()
    player.expand('Loop', three)
    expect(player.expand('Loop', three)).toEqual([])
    expect(player.finish('Loop')).toEqual([])
    expect(player.finish('A[1]')).toEqual(['run A[2]'])
  })

  test('a retry inside starts again in each iteration', () => {
    const retry = { type: 'retry', around: 'B', parameters: { numberOfRetries: '1' } }
    const player = begun({}, { A: retry, B: {} })
    player.expand('Loop', [to(1), to(2)])
    expect(player.finish('B[1]', failure)).toEqual(['run B[1]#2'])
    expect(player.open.get('B[1]#2')?.visit).toMatchObject({ attempt: 2, iteration: 1 })
    expect(player.value('B[1]#2', 'i')).toBe(1)
    expect(player.finish('B[1]#2')).toEqual(['conclude A[1] SUCCESS'])
    expect(player.finish('A[1]')).toEqual(['run B[2]'])
  })

  test('an iterator inside an iterator has keys of both', () => {
    const player = begun({}, { A: { type: 'fixed-iterator', around: 'B' }, B: {} })
    player.expand('Loop', [to(1), to(2)])
    expect(player.expand('A[1]', [to('a', 'x')])).toEqual(['run B[1][1]'])
    expect([player.value('B[1][1]', 'i'), player.value('B[1][1]', 'x')]).toEqual([1, 'a'])
    expect(player.finish('B[1][1]')).toEqual(['conclude A[1] SUCCESS'])
    expect(player.finish('A[1]')).toEqual(['run A[2]'])
  })

  test('a retry around an iterator expands it again', () => {
    const parts: Record<string, Part> = {
      Start: { type: 'start', to: { unconditional: ['R'] } },
      R: { type: 'retry', around: 'Loop', parameters: { numberOfRetries: '1' } },
      Loop: { type: 'grid-iterator', around: 'A' },
      A: {},
    }
    const player = play(parts, { variables: [variable('i', 0)] })
    player.begin()
    const said = player.playOut({ 'A[1]': failure }, { Loop: [to(1)], 'Loop#2': [to(1)] })
    const second = ['run Loop#2', 'run A#2[1]', 'conclude Loop#2 SUCCESS', 'conclude R SUCCESS']
    expect(said).toEqual(['run Loop', 'run A[1]', 'conclude Loop FAILED', ...second])
  })

  test('cancelled, it counts the iterations that came to an end of their own', () => {
    const player = begun({ concurrency: 'Concurrent' })
    player.expand('Loop', three)
    player.finish('A[2]')
    player.flow.cancel()
    player.finish('A[1]', { result: 'CANCELLED' })
    expect(player.finish('A[3]', { result: 'CANCELLED' })).toEqual(['conclude Loop CANCELLED'])
    expect(messageOf(player)).toBe('Cancelled after 1 of 3 iterations')
  })

  test('cancelled in a pause of its inside, it is not waited for', () => {
    const retry = {
      type: 'retry',
      around: 'B',
      parameters: { numberOfRetries: '1', retryDelay: 'Long delay' },
    }
    const player = begun({ concurrency: 'Concurrent' }, { A: retry, B: {} })
    player.expand('Loop', [to(1), to(2)])
    player.finish('B[1]', failure)
    player.flow.cancel()
    expect(player.waited('B[1]#2')).toEqual([])
    expect(player.flow.result()).toBeUndefined()
    expect(player.finish('B[2]')).toEqual(['conclude Loop CANCELLED'])
    player.playOut()
    expect(player.flow.result()?.status).toBe('CANCELLED')
  })

  test('one with nothing inside is concluded as failed', () => {
    const player = play({
      Start: { type: 'start', to: { unconditional: ['L'] } },
      L: { type: 'loop-iterator' },
    })
    player.begin()
    expect(player.finish('Start')).toEqual(['conclude L FAILED'])
  })

  test('of two around one component the second fails and names the first', () => {
    const loop: Part = { type: 'loop-iterator', around: 'A' }
    const start: Part = { type: 'start', to: { unconditional: ['Loop', 'Other'] } }
    const player = play({ Start: start, Loop: loop, Other: loop, A: {} })
    player.begin()
    expect(player.finish('Start')).toEqual(['run Loop', 'conclude Other FAILED'])
    expect(player.open.get('Other')).toMatchObject({
      outcome: { message: '"A" is already repeated by "Loop"' },
    })
  })
})
