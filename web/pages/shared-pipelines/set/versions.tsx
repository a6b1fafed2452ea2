import { Badge, Button, Text } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { api, client, invalidate } from '../../../api/client.ts'
import { May } from '../../../components/rights/may.tsx'
import type { Need } from '../../../components/rights/needs.ts'
import {
  type SharedVersion,
  sharedDetailsPath,
  sharedPath,
  sharedVersionsPath,
} from '../../../components/shared-pipelines/wire.ts'
import { confirmLoss, showDone, showFailure } from '../../../ui/confirm.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { Ago } from '../../../ui/time.tsx'
import { useAddress } from '../../../use-address.ts'

interface VersionsOfProps {
  readonly prefix: string
  /** What disabling a version needs. */
  readonly need: Need
  /** Shows what a version shares, and who runs it. */
  readonly onShow: (versionName: string) => void
}

/** The versions of a set, newest first. */
export function VersionsOf({ prefix, need, onShow }: VersionsOfProps) {
  const [{ page = 0 }, change] = useAddress('sharedSet')
  const query = { sharedPipelineIdPrefix: prefix, enabledOnly: false, page }
  const list = api.useQuery(
    'get',
    sharedVersionsPath,
    { params: { query } },
    { placeholderData: keepPreviousData },
  )
  return (
    <DataTable
      label="Published versions"
      columns={columnsOf(need, onShow)}
      rows={list.data}
      rowKey={({ artifactId }) => artifactId}
      error={list.error}
      onRetry={() => void list.refetch()}
      onPage={(wanted) => change({ page: wanted }, { push: true })}
      empty={null}
    />
  )
}

const columnsOf = (need: Need, onShow: VersionsOfProps['onShow']): readonly Column<SharedVersion>[] => [
  {
    header: 'Version',
    cell: ({ versionName, enabled }) => (
      <>
        <Button variant="subtle" size="compact-sm" onClick={() => onShow(versionName)}>
          {versionName}
        </Button>
        {!enabled && (
          <Badge variant="light" color="gray" tt="none" ml={6}>
            disabled
          </Badge>
        )}
      </>
    ),
  },
  { header: 'Published', cell: ({ createdAt }) => <Ago at={createdAt} /> },
  { header: 'By', cell: ({ publishedBy }) => publishedBy },
  {
    header: 'From',
    cell: ({ branch, commitHash }) => (
      <Text span size="sm" className="monospace">
        {[branch, commitHash?.slice(0, 10)].filter((one) => one !== undefined).join(' ') || '–'}
      </Text>
    ),
  },
  { header: 'Pipelines', align: 'right', cell: ({ pipelineCount }) => pipelineCount },
  {
    header: 'Actions',
    isQuiet: true,
    align: 'right',
    cell: (version) => (
      <May needs={need}>
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`${version.enabled ? 'Disable' : 'Enable'} version ${version.versionName}`}
          onClick={() =>
            void (version.enabled ? disable(version) : setEnabled(version, true).catch(showFailure))
          }
        >
          {version.enabled ? 'Disable' : 'Enable'}
        </Button>
      </May>
    ),
  },
]

async function disable(version: SharedVersion): Promise<void> {
  const { sharedPipelineIdPrefix, versionName } = version
  const query = { sharedPipelineIdPrefix, versionName, size: 1 }
  const { data } = await client.GET('/v1/shared-pipelines/users', { params: { query } })
  const count = data === undefined ? undefined : data.total + data.hiddenCount
  const users =
    count === undefined
      ? 'Callers'
      : count === 0
        ? 'No published caller runs it; such'
        : `${count} published callers`
  confirmLoss({
    title: `Disable version ${versionName}?`,
    message: `It no longer counts as the newest, and callers that are published from now on cannot run it. ${users} keep running it.`,
    action: 'Disable version',
    onConfirm: () => setEnabled(version, false),
  })
}

async function setEnabled(
  { sharedPipelineIdPrefix, versionName }: SharedVersion,
  enabled: boolean,
): Promise<void> {
  const query = { sharedPipelineIdPrefix, versionName }
  const { error } = await client.PATCH(sharedDetailsPath, { params: { query }, body: { enabled } })
  if (error) throw error
  await invalidate(sharedPath)
  showDone(`${enabled ? 'Enabled' : 'Disabled'} version ${versionName}`)
}
