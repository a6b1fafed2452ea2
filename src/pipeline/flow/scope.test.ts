import { describe, expect, test } from 'vitest'
import { type Part, play, sets, variable } from '../../../test/support/flow-player.ts'
import { updateFaults } from './scope.ts'

const start = (...targets: string[]): Part => ({ type: 'start', to: { unconditional: targets } })

const parts: Record<string, Part> = {
  Start: start('Left', 'Right'),
  Left: { to: { success: ['Left 2', 'Left 3'], unconditional: ['Join'] } },
  Right: { to: { success: ['Right 2'] } },
  'Right 2': { to: { success: ['Join'] } },
  'Left 2': {},
  'Left 3': {},
  Join: { type: 'and', to: { unconditional: ['After'] } },
  After: {},
}

describe('variables of branches (pipelines.md §3)', () => {
  test('a COPIED update carries on inside its branch, to each target its own copy, and not to others', () => {
    const player = play(parts, { variables: [variable('x', 'start')] })
    player.begin()
    player.finish('Start')
    player.finish('Left', sets('x', 'left'))
    player.finish('Left 2', sets('x', 'left 2'))
    expect(player.value('Left 3', 'x')).toBe('left')
    expect(player.value('Right', 'x')).toBe('start')
    player.finish('Right')
    expect(player.value('Right 2', 'x')).toBe('start')
  })

  test('a SHARED update is seen everywhere at once', () => {
    const player = play(parts, { variables: [variable('x', 'start', 'SHARED')] })
    player.begin()
    player.finish('Start')
    const view = player.flow.variables('Right')
    player.finish('Left', sets('x', 'left'))
    expect(view.get('x')).toBe('left')
  })

  test.each(['and', 'or'])(
    'passing `%s` resets COPIED variables, in it and behind it; SHARED stay',
    (type) => {
      const variables = [variable('x', 'start'), variable('y', 'start', 'SHARED')]
      const player = play({ ...parts, Join: { ...parts['Join']!, type } }, { variables })
      player.begin()
      player.finish('Start')
      const update = { variable: 'x', value: 'left' }
      player.finish('Left', { result: 'SUCCESS', updates: [update, { ...update, variable: 'y' }] })
      player.finish('Right')
      player.finish('Right 2', sets('x', 'right'))
      expect([player.value('Join', 'x'), player.value('Join', 'y')]).toEqual(['start', 'left'])
      player.finish('Join', sets('x', 'joined'))
      expect(player.value('After', 'x')).toBe('joined')
    },
  )

  test('updates fit the type; names that do not exist and values that do not fit change nothing', () => {
    const variables = [variable('n', 1), variable('t', 'a'), variable('g', [['1']])]
    const player = play({ Start: start('A'), A: {} }, { variables })
    player.begin()
    const updates = [
      ...[
        { variable: 'n', value: ' 42 ' },
        { variable: 't', value: 7 },
        { variable: 'N', value: 1 },
      ],
      ...[
        { variable: 'n', value: 'many' },
        { variable: 'g', value: 'no rows' },
      ],
    ]
    player.finish('Start', { result: 'SUCCESS', updates })
    const view = player.flow.variables('A')
    expect([...view.names()].map((name) => view.get(name))).toEqual([42, '7', [['1']]])
    expect(view.get('N')).toBeUndefined()
    expect(updateFaults(new Map(variables.map((one) => [one.name, one])), updates)).toEqual([
      'There is no variable "N"',
      '"n" is a NUMBER and cannot become "many"',
      '"g" is a grid and needs rows, not a single value',
    ])
  })

  test('a view names the columns of a grid', () => {
    const grid = { ...variable('g', [['1', '2']]), columns: ['a', 'b'] }
    const view = play({ Start: start() }, { variables: [grid] }).flow.variables('Start')
    expect([view.columns('g'), view.columns('nothing')]).toEqual([['a', 'b'], []])
  })
})
