import { Badge, Button, Group, Loader, Select, Stack, Text } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import type { operations } from '../../../../../../openapi/types.generated.ts'
import { api } from '../../../../../api/client.ts'
import { nameOf, useEnvironments } from '../../../../../components/choices.ts'
import { paths } from '../../../../../paths.ts'
import { type Column, DataTable } from '../../../../../ui/data-table.tsx'
import { EmptyState } from '../../../../../ui/empty-state.tsx'
import { PageLink } from '../../../../../ui/link.tsx'
import { ProblemAlert } from '../../../../../ui/problem-alert.tsx'
import { Ago } from '../../../../../ui/time.tsx'
import { Comparison } from './comparison.tsx'

type Version =
  operations['listPipelineVersions']['responses'][200]['content']['application/json']['results'][number]

interface VersionsTabProps {
  readonly projectId: string
  /** Of the pipeline's file. */
  readonly path: string
  /** The environment whose version is shown; its history is listed first. */
  readonly environmentName: string | undefined
}

const ROWS = 25

/** The published versions that changed a pipeline, per environment, and what differs between two of them. */
export function VersionsTab({ projectId, path, environmentName }: VersionsTabProps) {
  const { data: environments, error } = useEnvironments(projectId)
  const names = environments?.map(nameOf) ?? []
  const [picked, choose] = useState<string>()
  const chosen = picked ?? environmentName ?? names[0]
  if (chosen === undefined && environments === undefined)
    return error === null ? <Loader aria-label="Loading the environments" /> : <ProblemAlert error={error} />
  if (chosen === undefined)
    return (
      <EmptyState title="No environments yet">
        Versions are published to an environment. Create one under{' '}
        <PageLink to={paths.environments} params={{ projectId }} underline="always">
          Environments
        </PageLink>
        .
      </EmptyState>
    )
  return (
    <Stack gap="md">
      <Select
        label="Environment"
        maw={320}
        data={names.includes(chosen) ? names : [chosen, ...names]}
        value={chosen}
        allowDeselect={false}
        onChange={(name) => choose(name ?? undefined)}
      />
      <History
        key={JSON.stringify([chosen, path])}
        projectId={projectId}
        path={path}
        environmentName={chosen}
        names={names}
      />
    </Stack>
  )
}

interface HistoryProps {
  readonly projectId: string
  readonly path: string
  readonly environmentName: string
  readonly names: readonly string[]
}

function History(props: HistoryProps) {
  const { projectId, path, environmentName, names } = props
  const [page, turn] = useState(0)
  const [compared, compare] = useState<Compared>()
  const { data, error, refetch } = api.useQuery(
    'get',
    '/v1/projects/{projectId}/pipelines/versions',
    { params: { path: { projectId }, query: { environmentName, name: path, page, size: ROWS } } },
    { placeholderData: keepPreviousData },
  )
  const next = useFirstOfNextPage(props, data)
  const newest = page === 0 ? data?.results[0]?.versionName : undefined
  return (
    <>
      <DataTable
        label="Versions that changed it"
        rows={data}
        error={error}
        onRetry={() => void refetch()}
        rowKey={({ versionName }) => versionName}
        columns={columnsOf({
          projectId,
          environmentName,
          path,
          results: [...(data?.results ?? []), ...next],
          compare,
        })}
        onPage={turn}
        empty={
          <EmptyState title={`Not published in ${environmentName}`}>
            Publish a commit that has this pipeline, or promote a version from another environment.
          </EmptyState>
        }
      />
      {newest !== undefined && compared === undefined && names.length > 1 && (
        <Button
          variant="default"
          size="compact-sm"
          w="fit-content"
          onClick={() => compare({ from: undefined, to: newest })}
        >
          Compare with another environment
        </Button>
      )}
      {compared !== undefined && (
        <Comparison
          key={`${compared.from}\n${compared.to}`}
          projectId={projectId}
          path={path}
          names={names}
          from={{
            environmentName:
              compared.from === undefined
                ? (names.find((name) => name !== environmentName) ?? environmentName)
                : environmentName,
            versionName: compared.from,
          }}
          to={{ environmentName, versionName: compared.to }}
          onClose={() => compare(undefined)}
        />
      )}
    </>
  )
}

/** The version before the last one of a page, if there is one: the page compares that one with it. */
function useFirstOfNextPage(
  { projectId, path, environmentName }: HistoryProps,
  { page, total }: { readonly page: number; readonly total: number } = { page: 0, total: 0 },
): readonly Version[] {
  const shown = (page + 1) * ROWS
  const query = { environmentName, name: path, page: shown, size: 1 }
  const { data } = api.useQuery(
    'get',
    '/v1/projects/{projectId}/pipelines/versions',
    { params: { path: { projectId }, query } },
    { enabled: total > shown },
  )
  return total > shown ? (data?.results ?? []) : []
}

interface Compared {
  /** Undefined: the newest version of another environment. */
  readonly from: string | undefined
  readonly to: string
}

interface ColumnOptions {
  readonly projectId: string
  readonly environmentName: string
  readonly path: string
  /** Each is compared with the one behind it. */
  readonly results: readonly Version[]
  readonly compare: (wanted: Compared) => void
}

const changes = {
  ADDED: { color: 'green', text: 'added' },
  MODIFIED: { color: 'blue', text: 'changed' },
  REMOVED: { color: 'red', text: 'removed' },
} as const

const columnsOf = (options: ColumnOptions): readonly Column<Version>[] => [
  {
    header: 'Version',
    cell: ({ versionName, change, enabled }) => (
      <Group gap="xs">
        {change === 'REMOVED' ? (
          <Text size="sm">{versionName}</Text>
        ) : (
          <PageLink
            to={paths.pipelines}
            params={{ projectId: options.projectId }}
            search={{
              environment: options.environmentName,
              version: versionName,
              pipeline: options.path,
            }}
            size="sm"
          >
            {versionName}
          </PageLink>
        )}
        <Badge variant="light" color={changes[change].color} tt="none" size="sm">
          {changes[change].text}
        </Badge>
        {!enabled && (
          <Badge variant="default" tt="none" size="sm">
            disabled
          </Badge>
        )}
      </Group>
    ),
  },
  {
    header: 'Commit',
    cell: ({ commitHash, branch }) => (
      <>
        {commitHash === undefined ? '–' : <span className="monospace">{commitHash.slice(0, 8)}</span>}
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
  {
    header: 'Actions',
    isQuiet: true,
    align: 'right',
    cell: ({ versionName }) => {
      const earlier = options.results[options.results.findIndex((one) => one.versionName === versionName) + 1]
      if (earlier === undefined) return null
      return (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Show changes of ${versionName}`}
          onClick={() => options.compare({ from: earlier.versionName, to: versionName })}
        >
          Show changes
        </Button>
      )
    },
  },
]
