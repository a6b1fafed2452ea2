import { expect, test } from 'vitest'
import { matchingPipelines, readSearch } from './search.ts'

test('a name follows the first colon', () => {
  expect(readSearch('sql script')).toEqual({ wanted: 'sql script', name: '' })
  expect(readSearch('if: Enough: yes? ')).toEqual({ wanted: 'if', name: 'Enough: yes?' })
})

test('a pipeline matches with every word of its name, in any case', () => {
  const all = ['Orders/Load', 'Orders/Report'].map((name) => {
    return { name, kind: 'orchestration' as const, path: `${name}.orch.yaml` }
  })
  expect(matchingPipelines(all, 'orders rep').map(({ name }) => name)).toEqual(['Orders/Report'])
  expect(matchingPipelines(all, '')).toHaveLength(2)
})
