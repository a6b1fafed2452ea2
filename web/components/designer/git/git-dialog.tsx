import { Tabs } from '@mantine/core'
import { FormModal } from '../../../ui/form-modal.tsx'
import { BranchesForm } from './branches-form.tsx'
import { CommitForm } from './commit-form.tsx'

interface GitDialogProps {
  readonly projectId: string
  readonly branch: string
  readonly onClose: () => void
  readonly onCommitted: () => void
  readonly onSettled: () => void
  readonly onMerged: () => void
  readonly onSwitch: (branch: string) => void
}

/** The user's changes on a branch, their commit, and other branches. */
export function GitDialog({
  projectId,
  branch,
  onClose,
  onCommitted,
  onSettled,
  onMerged,
  onSwitch,
}: GitDialogProps) {
  return (
    <FormModal isOpen onClose={onClose} title={`Changes on ${branch}`} size="xl" zIndex={400}>
      {/* Panels keep what was typed and chosen; what they read, the designer reads anyway. */}
      <Tabs defaultValue="changes" keepMountedMode="display-none">
        <Tabs.List mb="sm">
          <Tabs.Tab value="changes">Changes</Tabs.Tab>
          <Tabs.Tab value="branches">Branches</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="changes">
          <CommitForm projectId={projectId} branch={branch} onCommitted={onCommitted} onSettled={onSettled} />
        </Tabs.Panel>
        <Tabs.Panel value="branches">
          <BranchesForm projectId={projectId} branch={branch} onSwitch={onSwitch} onMerged={onMerged} />
        </Tabs.Panel>
      </Tabs>
    </FormModal>
  )
}
