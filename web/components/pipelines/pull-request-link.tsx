import { Anchor } from '@mantine/core'
import { ExternalLink } from 'lucide-react'
import type { PullRequestPage } from './use-pull-request-page.ts'

/** Opens the code host's page, where the pull request is filled in and not made yet. */
export const PullRequestLink = ({ url, target }: PullRequestPage) => (
  <Anchor href={url} target="_blank" rel="noopener noreferrer" size="sm">
    Open a pull request into {target} <ExternalLink size={14} aria-hidden />
  </Anchor>
)
