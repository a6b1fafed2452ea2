import { Badge, Button, Group, Text, UnstyledButton } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../../api/client.ts'
import { publishNeed } from '../../../../components/rights/common-needs.ts'
import { May } from '../../../../components/rights/may.tsx'
import { type Column, DataTable } from '../../../../ui/data-table.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { Ago } from '../../../../ui/time.tsx'
import { useAddress } from '../../../../use-address.ts'
import { PromoteVersion } from '../publish/promote.tsx'
import { type Artifact, artifactsPath, type EnvironmentPlace, shortCommit } from '../shapes.ts'
import { VersionDetails } from './version-details.tsx'
import classes from './versions.module.css'

/** What was published in the environment, the newest first. */
export function Versions({ projectId, environmentName }: EnvironmentPlace) {
  const [{ page = 0, version }, change] = useAddress('environments')
  const [promoted, setPromoted] = useState<string>()
  const { data, error, refetch } = api.useQuery(
    'get',
    artifactsPath,
    { params: { path: { projectId }, query: { environmentName, page } } },
    { placeholderData: keepPreviousData },
  )
  const newest = page === 0 ? data?.results[0]?.artifactId : undefined
  return (
    <>
      <DataTable
        label="Versions"
        rows={data}
        error={error}
        onRetry={() => void refetch()}
        rowKey={({ artifactId }) => artifactId}
        columns={columnsOf({
          projectId,
          newest,
          onOpen: (name) => change({ version: name }, { push: true }),
          onPromote: setPromoted,
        })}
        onPage={(wanted) => change({ page: wanted })}
        empty={
          <EmptyState title="No versions yet">
            <May
              needs={publishNeed(projectId, environmentName)}
              otherwise="Nothing can run here until somebody publishes a version."
            >
              Publish a commit from Git, promote a version from another environment, or run headrace publish.
            </May>
          </EmptyState>
        }
      />
      {version !== undefined && (
        <VersionDetails
          projectId={projectId}
          environmentName={environmentName}
          versionName={version}
          onClose={() => change({ version: undefined })}
        />
      )}
      {promoted !== undefined && (
        <PromoteVersion
          projectId={projectId}
          environmentName={environmentName}
          versionName={promoted}
          onClose={() => setPromoted(undefined)}
        />
      )}
    </>
  )
}

interface Wishes {
  readonly projectId: string
  readonly newest: string | undefined
  readonly onOpen: (versionName: string) => void
  readonly onPromote: (versionName: string) => void
}

const columnsOf = ({ projectId, newest, onOpen, onPromote }: Wishes): readonly Column<Artifact>[] => [
  {
    header: 'Version',
    cell: ({ versionName, artifactId }) => (
      <>
        <UnstyledButton fz="sm" className={classes['open']} onClick={() => onOpen(versionName)}>
          {versionName}
        </UnstyledButton>
        {artifactId === newest && (
          <Badge variant="light" ml={8} title="Runs unless another version is specified">
            newest
          </Badge>
        )}
      </>
    ),
  },
  {
    header: 'Commit',
    cell: ({ commitHash, branch }) => (
      <>
        {commitHash === undefined ? '–' : <span className="monospace">{shortCommit(commitHash)}</span>}
        {branch !== undefined && (
          <Text size="sm" c="dimmed">
            {branch}
          </Text>
        )}
      </>
    ),
  },
  { header: 'Published', cell: ({ publishedTime }) => <Ago at={publishedTime} /> },
  { header: 'By', cell: ({ publishedBy }) => publishedBy },
  { header: 'Files', align: 'right', cell: ({ fileCount }) => fileCount.toLocaleString() },
  {
    header: 'Actions',
    isQuiet: true,
    align: 'right',
    cell: ({ versionName }) => (
      <Group justify="flex-end" wrap="nowrap">
        <May needs={publishNeed(projectId)}>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`Promote ${versionName}`}
            onClick={() => onPromote(versionName)}
          >
            Promote
          </Button>
        </May>
      </Group>
    ),
  },
]
