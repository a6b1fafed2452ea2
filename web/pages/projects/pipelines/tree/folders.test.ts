import { expect, test } from 'vitest'
import type { PipelineSummary } from '../../../../components/pipelines/use-pipelines.ts'
import { countOf, found, holds, meant, treeOf } from './folders.ts'

const pipeline = (name: string, kind: PipelineSummary['pipelineType'] = 'orchestration') => ({
  name,
  path: `${name}.${kind === 'orchestration' ? 'orch' : 'tran'}.yaml`,
  pipelineType: kind,
  faultCount: { errors: 0, warnings: 0 },
})

const all = [
  pipeline('Top'),
  pipeline('Flights/Load'),
  pipeline('Flights/Daily /Load'),
  pipeline('Flights/Load', 'transformation'),
]

test('pipelines are listed in their folders, blanks of names included', () => {
  const root = treeOf(all)
  expect(root.pipelines.map(({ label }) => label)).toEqual(['Top'])
  const flights = root.folders[0]!
  expect(flights).toMatchObject({ name: 'Flights', path: 'Flights' })
  expect(flights.pipelines.map(({ summary }) => summary.path)).toEqual([
    'Flights/Load.orch.yaml',
    'Flights/Load.tran.yaml',
  ])
  expect(flights.folders[0]).toMatchObject({ name: 'Daily ', path: 'Flights/Daily ' })
  expect(countOf(root)).toBe(4)
})

test('a folder holds what is below it, not what begins like it', () => {
  const flights = treeOf(all).folders[0]!
  expect(holds(flights, 'Flights/Daily /Load')).toBe(true)
  expect(holds(flights, 'Flights 2/Load')).toBe(false)
  expect(holds(flights, undefined)).toBe(false)
})

test('every written word must be in the name', () => {
  expect(found(all, ' LOAD daily ').map(({ name }) => name)).toEqual(['Flights/Daily /Load'])
  expect(found(all, '')).toHaveLength(4)
  expect(found(all, 'nothing like it')).toEqual([])
})

test('a reference means a file with or without its ending, of the kind that is asked for', () => {
  expect(meant(all, 'Flights/Load.tran.yaml')?.pipelineType).toBe('transformation')
  expect(meant(all, '/Flights/Load', 'transformation')?.path).toBe('Flights/Load.tran.yaml')
  expect(meant(all, 'Flights/Load')?.path).toBe('Flights/Load.orch.yaml')
  expect(meant(all, 'Top', 'transformation')).toBeUndefined()
  expect(meant(all, '${which}')).toBeUndefined()
})
