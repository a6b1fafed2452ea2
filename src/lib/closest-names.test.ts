import { expect, test } from 'vitest'
import { closestNames } from './closest-names.ts'

test('names a few edits away are suggested, the closest first', () => {
  const names = ['Production', 'Development', 'Productoin 2', 'Staging']
  expect(closestNames('Prodution', names)).toEqual(['Production'])
  expect(closestNames('Productoin', names)).toEqual(['Production', 'Productoin 2'])
  expect(closestNames('stagign', names)).toEqual(['Staging'])
})

test('a name without its folders suggests the pipeline below them', () => {
  expect(closestNames('load', ['Sales/Load', 'Sales/Report'])).toEqual(['Sales/Load'])
})

test('unrelated names are not suggested, and never more than three', () => {
  expect(closestNames('Weekly', ['Nightly', 'Often'])).toEqual([])
  expect(closestNames('job-1', ['job-2', 'job-3', 'job-4', 'job-5'])).toEqual(['job-2', 'job-3', 'job-4'])
})
