import { expect, test } from 'vitest'
import { emptyPlace, faultsOf, placeOf, tokenOf } from './providers.ts'

test('only what belongs to the chosen provider is sent, and only what was written', () => {
  const written = { ...emptyPlace('gitlab'), url: 'https://example.com/x.git', repositoryId: ' group/x ' }
  expect(placeOf({ ...written, provider: 'gitlab' })).toEqual({
    provider: 'gitlab',
    providerParameters: { repositoryId: 'group/x' },
  })
  expect(placeOf({ ...written, provider: 'git' })).toEqual({
    provider: 'git',
    providerParameters: { url: 'https://example.com/x.git' },
  })
})

test('the name of a repository is next to the parameters', () => {
  const values = { ...emptyPlace('github'), ownerName: 'acme', repositoryName: 'pipelines' }
  expect(placeOf(values)).toEqual({
    provider: 'github',
    providerParameters: { ownerName: 'acme' },
    repositoryName: 'pipelines',
  })
})

test('a token that was written for another provider does not go to one that takes none', () => {
  expect(tokenOf({ ...emptyPlace('azure-devops'), token: 'secret' })).toBe('')
  expect(tokenOf({ ...emptyPlace('gitlab'), token: 'secret' })).toBe('secret')
})

test('a missing value that the provider needs is reported at its field', () => {
  expect(faultsOf(emptyPlace('gitlab'))).toEqual({
    repositoryId: 'Project is required',
    token: 'Paste an access token',
  })
  expect(faultsOf({ ...emptyPlace('git'), url: 'https://example.com/x.git' })).toEqual({})
})
