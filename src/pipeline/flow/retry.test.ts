import { describe, expect, test } from 'vitest'
import { failure, type Part, play, sets, success, variable } from '../../../test/support/flow-player.ts'
import type { Parameters } from '../model.ts'
import { retrySettings } from './retry.ts'

const around = (target: string, numberOfRetries = '2', retryDelay = 'Retry immediately'): Part => ({
  type: 'retry',
  around: target,
  parameters: { numberOfRetries, retryDelay },
  to: { success: ['After'] },
})
const begun = (parts: Record<string, Part>, variables = [variable('x', 'start')]) => {
  const player = play({ Start: { type: 'start', to: { unconditional: ['R'] } }, ...parts }, { variables })
  player.begin()
  return player
}

describe('retry (pipelines.md §2.6)', () => {
  test('runs again after a failure, up to its retries, and ends with the first success', () => {
    const player = begun({ R: around('A'), A: {}, After: {} })
    expect(player.finish('Start')).toEqual(['run A'])
    expect(player.finish('A', failure)).toEqual(['run A#2'])
    expect(player.open.get('A#2')?.visit).toMatchObject({ attempt: 2, iteration: undefined })
    expect(player.finish('A#2')).toEqual(['conclude R SUCCESS'])
    expect(player.finish('R')).toEqual(['run After'])
  })

  test('fails with the last attempt, which counts only through the retry', () => {
    const player = begun({ R: around('A', '1'), A: {}, After: {} })
    player.finish('Start')
    player.finish('A', failure)
    expect(player.finish('A#2', { result: 'FAILED', message: 'still broken' })).toEqual(['conclude R FAILED'])
    player.playOut()
    const message = '"R": still broken (after 2 attempts)'
    expect(player.flow.result()).toEqual({ status: 'FAILED', message })
  })

  test('waits before each further attempt as the preset says', () => {
    const player = begun({ R: around('A', '3', 'Short delay with backoff'), A: {} })
    player.finish('Start')
    expect(player.finish('A', failure)).toEqual(['wait 1000 before A#2'])
    expect(player.waited('A#2')).toEqual(['run A#2'])
    expect(player.waited('A#2')).toEqual([])
    expect(player.finish('A#2', failure)).toEqual(['wait 2000 before A#3'])
    expect(player.waited('A#3')).toEqual(['run A#3'])
  })

  test('an event of the attempt behind a pause ends the pause, as a journal without pauses needs it', () => {
    const player = begun({ R: around('A', '2', 'Long delay'), A: {} })
    player.finish('Start')
    player.finish('A', failure)
    expect(player.finish('A#2', success)).toEqual(['conclude R SUCCESS'])
  })

  test('no further attempt follows on an attempt that was skipped or cancelled', () => {
    const skipped = begun({ R: around('A'), A: { skipped: true } })
    expect(skipped.finish('Start')).toEqual(['conclude A SKIPPED'])
    expect(skipped.finish('A', { result: 'SKIPPED' })).toEqual(['conclude R SUCCESS'])
    const cancelled = begun({ R: around('A'), A: {} })
    cancelled.finish('Start')
    expect(cancelled.finish('A', { result: 'CANCELLED' })).toEqual(['conclude R CANCELLED'])
  })

  test('is one branch: updates carry on from attempt to attempt and behind it', () => {
    const player = begun({ R: around('A'), A: {}, After: {} })
    player.finish('Start')
    player.finish('A', { ...sets('x', 'first'), result: 'FAILED' })
    expect(player.value('A#2', 'x')).toBe('first')
    player.finish('A#2', sets('x', 'second'))
    player.finish('R')
    expect(player.value('After', 'x')).toBe('second')
  })

  test('inside another retry every attempt has a key of its own', () => {
    const player = begun({ R: around('R2', '1'), R2: around('A', '1', 'Short delay'), A: {} })
    player.finish('Start')
    const keys = ['A', 'A#2', 'R2', 'A#2#1', 'A#2#2', 'R2#2', 'R']
    const outcomes = Object.fromEntries(keys.map((key) => [key, failure]))
    player.playOut(outcomes)
    expect(player.events.filter((event) => event.kind === 'finished').map((event) => event.key)).toEqual([
      'Start',
      ...keys,
    ])
    expect(player.flow.result()?.status).toBe('FAILED')
  })

  test('a pause before a retry inside names the visit that follows it', () => {
    const player = begun({ R: around('R2', '1', 'Long delay'), R2: around('A', '0'), A: {} })
    player.finish('Start')
    player.finish('A', failure)
    expect(player.finish('R2', failure)).toEqual(['wait 15000 before A#2#1'])
    expect(player.waited('A#2#1')).toEqual(['run A#2#1'])
  })

  test.each([
    ['nothing to repeat', { type: 'retry', parameters: { numberOfRetries: '1' } }],
    ['a target that does not exist', around('Gone')],
    ['bad settings', around('A', 'often')],
  ])('with %s it is concluded as failed', (_, retry) => {
    expect(begun({ R: retry as Part, A: {} }).finish('Start')).toEqual(['conclude R FAILED'])
  })
})

describe('settings of a retry', () => {
  const delays = (parameters: Parameters, attempts = [2, 3, 9]) => {
    const settings = retrySettings({ numberOfRetries: '9', ...parameters })
    return 'faults' in settings ? settings.faults : attempts.map((one) => settings.delayBefore(one) / 1000)
  }

  test.each([
    [null, [0, 0, 0]],
    ['Retry immediately', [0, 0, 0]],
    ['Short delay', [2, 2, 2]],
    ['Short delay with backoff', [1, 2, 40]],
    ['Long delay', [15, 15, 15]],
    ['Long delay with backoff', [15, 30, 240]],
    ['Custom', [1, 1, 1]],
  ])('%s', (retryDelay, expected) => {
    expect(delays({ retryDelay })).toEqual(expected)
  })

  test('a custom delay has a unit', () => {
    const custom = { retryDelay: 'Custom', customDelay: '3' }
    expect(delays({ ...custom, customDelayUnit: 'Minutes' }, [2])).toEqual([180])
    expect(delays({ ...custom, customDelayUnit: 'Hour' }, [2])).toEqual([10_800])
  })

  test('every fault is named', () => {
    expect(delays({ numberOfRetries: '-1', retryDelay: 'Soon' })).toHaveLength(2)
    const custom = { retryDelay: 'Custom', customDelay: '3601', customDelayUnit: 'Day' }
    expect(delays({ numberOfRetries: null, ...custom })).toHaveLength(3)
  })

  test('a plain variable may be given instead of a number', () => {
    const variables = { get: () => 4, names: () => ['n'], columns: () => [] }
    expect(retrySettings({ numberOfRetries: '${n}' }, variables)).toMatchObject({ attempts: 5 })
  })
})
