import { parseAddress } from '../address.ts'

/** What a pull request asks to merge, and into what. */
export interface PullRequestBranches {
  readonly source: string
  readonly target: string
}

/**
 * The page of a code host that opens a pull request, filled in. `repositoryUrl` is the page of the
 * repository.
 */
type PullRequestPage = (repositoryUrl: string, branches: PullRequestBranches) => string

export const githubPage: PullRequestPage = (repositoryUrl, { source, target }) =>
  `${repositoryUrl}/compare/${encodeURIComponent(target)}...${encodeURIComponent(source)}?expand=1`

export const gitlabPage: PullRequestPage = (repositoryUrl, { source, target }) => {
  const query = { 'merge_request[source_branch]': source, 'merge_request[target_branch]': target }
  return `${repositoryUrl}/-/merge_requests/new?${new URLSearchParams(query)}`
}

export const azurePage: PullRequestPage = (repositoryUrl, { source, target }) =>
  `${repositoryUrl}/pullrequestcreate?${new URLSearchParams({ sourceRef: source, targetRef: target })}`

const bitbucketPage: PullRequestPage = (repositoryUrl, { source, target }) =>
  `${repositoryUrl}/pull-requests/new?${new URLSearchParams({ source, dest: target })}`

const forgejoPage: PullRequestPage = (repositoryUrl, { source, target }) =>
  `${repositoryUrl}/compare/${encodeURIComponent(target)}...${encodeURIComponent(source)}`

/** Code hosts that are known by their name, where a repository is given by its address alone. */
const pages: Readonly<Record<string, PullRequestPage>> = {
  'github.com': githubPage,
  'gitlab.com': gitlabPage,
  'bitbucket.org': bitbucketPage,
  'codeberg.org': forgejoPage,
}

/** The page for the repository of an address, by https or ssh; undefined where the code host is not known. */
export function pageOfAddress(given: string, branches: PullRequestBranches): string | undefined {
  const address = parseAddress(given)
  if (typeof address === 'string' || !Object.hasOwn(pages, address.host)) return undefined
  const path = new URL(address.url).pathname.replace(/\/+$/, '').replace(/\.git$/, '')
  return pages[address.host]!(`https://${address.host}${path}`, branches)
}
