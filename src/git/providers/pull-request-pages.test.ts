import { expect, test } from 'vitest'
import { azurePage, githubPage, gitlabPage, pageOfAddress } from './pull-request-pages.ts'

const branches = { source: 'fix/late orders', target: 'main' }

test('the page of each code host is filled in with the branches', () => {
  expect(githubPage('https://github.example.com/acme/pipelines', branches)).toBe(
    'https://github.example.com/acme/pipelines/compare/main...fix%2Flate%20orders?expand=1',
  )
  const { pathname, searchParams } = new URL(
    gitlabPage('https://gitlab.example.com/team/data/pipelines', branches),
  )
  expect(pathname).toBe('/team/data/pipelines/-/merge_requests/new')
  expect(Object.fromEntries(searchParams)).toEqual({
    'merge_request[source_branch]': 'fix/late orders',
    'merge_request[target_branch]': 'main',
  })
  expect(azurePage('https://dev.azure.com/acme/Data/_git/pipelines', branches)).toBe(
    'https://dev.azure.com/acme/Data/_git/pipelines/pullrequestcreate?sourceRef=fix%2Flate+orders&targetRef=main',
  )
})

test.each([
  ['https://github.com/acme/pipelines.git', 'https://github.com/acme/pipelines/compare/main...'],
  ['git@github.com:acme/pipelines.git', 'https://github.com/acme/pipelines/compare/main...'],
  [
    'ssh://git@gitlab.com/team/data/pipelines/',
    'https://gitlab.com/team/data/pipelines/-/merge_requests/new?',
  ],
  ['https://bitbucket.org/acme/pipelines', 'https://bitbucket.org/acme/pipelines/pull-requests/new?source='],
  ['git@codeberg.org:acme/pipelines', 'https://codeberg.org/acme/pipelines/compare/main...fix'],
])('%s leads to the page of its code host', (address, page) => {
  expect(pageOfAddress(address, branches)).toMatch(new RegExp(`^${RegExp.escape(page)}`))
})

test('a code host that is not known has no page', () => {
  expect(pageOfAddress('https://git.example.com/acme/pipelines.git', branches)).toBeUndefined()
  expect(pageOfAddress('https://github.com.example.org/acme/pipelines', branches)).toBeUndefined()
  expect(pageOfAddress('constructor', branches)).toBeUndefined()
})
