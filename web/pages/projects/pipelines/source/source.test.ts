import { expect, test } from 'vitest'
import { usualSource } from '../../../../components/pipelines/usual-source.ts'
import { chosenSource } from './source.ts'

test('an address names a commit before a branch, and an environment before both', () => {
  expect(chosenSource({ branch: 'main', commit: 'abc' })).toEqual({ ref: 'abc' })
  expect(chosenSource({ branch: 'main' })).toEqual({ ref: 'main' })
  expect(chosenSource({ environment: 'Production', version: '7', branch: 'main' })).toEqual({
    environmentName: 'Production',
    versionName: '7',
  })
  expect(chosenSource({ environment: 'Production' })).toEqual({ environmentName: 'Production' })
  expect(chosenSource({ pipeline: 'A' })).toBeUndefined()
})

test('without a word of the address the default branch is shown, else what was published last', () => {
  const main = { name: 'main', isDefault: true }
  const old = { name: 'old', isDefault: false }
  expect(usualSource([old, main], [{ environmentName: 'Production' }])).toEqual({ ref: 'main' })
  expect(usualSource([], [{ environmentName: 'Production' }])).toEqual({
    environmentName: 'Production',
  })
  expect(usualSource([], [])).toBeUndefined()
})
