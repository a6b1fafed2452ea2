import { Tabs } from '@mantine/core'
import { May } from '../../../components/rights/may.tsx'
import { useAddress } from '../../../use-address.ts'
import { Branches } from './content/branches.tsx'
import { Commits } from './content/commits.tsx'
import { Events } from './content/events.tsx'
import { Files } from './content/files.tsx'
import { HowToPush } from './content/how-to-push.tsx'
import { MigrationTab } from './migration/migration-tab.tsx'
import type { Repository } from './shapes.ts'

interface ViewsProps {
  readonly projectId: string
  readonly repository: Repository
}

/** Files, branches, commits, events, and the migration. */
export function RepositoryViews({ projectId, repository }: ViewsProps) {
  const [{ tab = 'files' }, change] = useAddress('repository')
  return (
    <>
      {repository.cloneUrl !== undefined && tab !== 'migration' && (
        <HowToPush cloneUrl={repository.cloneUrl} />
      )}
      <Tabs
        value={tab}
        onChange={(chosen) => change({ tab: chosen ?? undefined, page: undefined })}
        keepMounted={false}
        activateTabWithKeyboard={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="files">Files</Tabs.Tab>
          <Tabs.Tab value="branches">Branches</Tabs.Tab>
          <Tabs.Tab value="commits">Commits</Tabs.Tab>
          <Tabs.Tab value="events">Events</Tabs.Tab>
          <May needs={{ projectId, permission: 'repository:write' }}>
            <Tabs.Tab value="migration">Migration</Tabs.Tab>
          </May>
        </Tabs.List>
        <Tabs.Panel value="files">
          <Files projectId={projectId} cloneUrl={repository.cloneUrl} />
        </Tabs.Panel>
        <Tabs.Panel value="branches">
          <Branches projectId={projectId} isHosted={repository.provider === 'hosted'} />
        </Tabs.Panel>
        <Tabs.Panel value="commits">
          <Commits projectId={projectId} />
        </Tabs.Panel>
        <Tabs.Panel value="events">
          <Events projectId={projectId} />
        </Tabs.Panel>
        <Tabs.Panel value="migration">
          <MigrationTab projectId={projectId} repository={repository} />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}
