import { ActionIcon, Menu } from '@mantine/core'
import { EllipsisVertical, ExternalLink, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { client, invalidate } from '../../../../api/client.ts'
import { usePullRequestPage } from '../../../../components/pipelines/use-pull-request-page.ts'
import { useMay } from '../../../../components/rights/use-may.ts'
import { confirmLoss, showDone } from '../../../../ui/confirm.tsx'

interface BranchMenuProps {
  readonly projectId: string
  /** There is no code host, and so no pull request. */
  readonly isHosted: boolean
  readonly branch: { readonly name: string; readonly commitHash: string }
}

/** What can be done with a branch that is not the default one. */
export function BranchMenu({ projectId, isHosted, branch: { name, commitHash } }: BranchMenuProps) {
  const [isOpen, setOpen] = useState(false)
  const mayDelete = useMay()({ projectId, permission: 'repository:push' })
  const pullRequest = usePullRequestPage(projectId, name, isOpen && !isHosted)
  async function remove(): Promise<void> {
    const { error } = await client.DELETE('/v1/projects/{projectId}/repositories/branches/{branchName}', {
      params: { path: { projectId, branchName: name } },
      headers: { 'if-match': `"${commitHash}"` }, // the commit that the user sees
    })
    await invalidate('/v1/projects/{projectId}/repositories')
    if (error !== undefined) throw error
    showDone(`Deleted the branch ${name}`)
  }
  const askToRemove = () =>
    confirmLoss({
      title: 'Delete this branch?',
      message: `Commits that no other branch has are no longer reachable without ${name}, and nothing of it is published automatically any more.`,
      action: 'Delete branch',
      onConfirm: remove,
    })
  if (isHosted && !mayDelete) return null
  return (
    <Menu position="bottom-end" withinPortal onChange={setOpen}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${name}`}>
          <EllipsisVertical size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {!isHosted && (
          <Menu.Item
            component="a"
            href={pullRequest?.url}
            target="_blank"
            rel="noopener noreferrer"
            leftSection={<ExternalLink size={14} aria-hidden />}
            disabled={pullRequest === undefined}
          >
            Open a pull request
          </Menu.Item>
        )}
        {mayDelete && (
          <Menu.Item
            leftSection={<Trash2 size={14} aria-hidden />}
            color="var(--mantine-color-error)"
            onClick={askToRemove}
          >
            Delete
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
