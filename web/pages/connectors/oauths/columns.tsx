import { Anchor, Box, Button, Group, Stack, Text } from '@mantine/core'
import { Share2, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { OwnerName } from '../../../components/ownership/owner.tsx'
import { ownerNeed } from '../../../components/rights/common-needs.ts'
import { May } from '../../../components/rights/may.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Ago } from '../../../ui/time.tsx'
import { OAuthStatus } from '../oauth-status.tsx'
import type { OAuth } from '../wire.ts'

interface Actions {
  readonly onAuthorize: (oauth: OAuth) => Promise<unknown>
  readonly onChange: (oauth: OAuth) => void
  readonly onShare: (oauth: OAuth) => void
  readonly onDelete: (oauth: OAuth) => void
}

const grants = { CLIENT_CREDENTIALS: 'Client Credentials', AUTHORIZATION_CODE: 'Authorization Code' } as const

/** The columns of the list of OAuth entries. */
export const columnsOf = (actions: Actions): readonly Column<OAuth>[] => [
  {
    header: 'Name',
    cell: (oauth) => (
      <May needs={ownerNeed(oauth.projectId, 'oauths:write')} otherwise={oauth.name}>
        <Anchor component="button" type="button" fw={600} size="sm" onClick={() => actions.onChange(oauth)}>
          {oauth.name}
        </Anchor>
      </May>
    ),
  },
  { header: 'Status', cell: (oauth) => <State oauth={oauth} /> },
  { header: 'Owner', cell: ({ projectId }) => <OwnerName projectId={projectId} /> },
  { header: 'Grant Type', cell: ({ grantType }) => grants[grantType] },
  {
    header: 'Access Token URL',
    cell: ({ accessTokenUrl }) => (
      <Box className="monospace" miw={80} style={{ overflowWrap: 'anywhere' }}>
        {accessTokenUrl}
      </Box>
    ),
  },
  { header: 'Token expires', cell: ({ expiresAt }) => <Ago at={expiresAt} /> },
  { header: 'Created', cell: ({ createdAt }) => <Ago at={createdAt} /> },
  {
    header: 'Actions',
    isQuiet: true,
    align: 'right',
    cell: (oauth) => (
      <May needs={ownerNeed(oauth.projectId, 'oauths:write')}>
        <RowActions oauth={oauth} {...actions} />
      </May>
    ),
  },
]

function State({ oauth: { status, fault } }: { readonly oauth: OAuth }) {
  return (
    <Stack gap={2} maw={320}>
      <OAuthStatus status={status} />
      {fault !== undefined && (
        <Text size="xs" c="red">
          {fault}
        </Text>
      )}
    </Stack>
  )
}

function RowActions({ oauth, onAuthorize, onShare, onDelete }: Actions & { readonly oauth: OAuth }) {
  const [isPending, setPending] = useState(false)
  const isPendingSetup = oauth.status === 'PENDING_SETUP'
  async function run(): Promise<void> {
    setPending(true)
    await onAuthorize(oauth)
    setPending(false)
  }
  return (
    <Group gap={6} wrap="nowrap" justify="flex-end">
      <Button
        size="compact-sm"
        variant={isPendingSetup ? 'filled' : 'default'}
        loading={isPending}
        onClick={run}
        aria-label={`${isPendingSetup ? 'Authorize' : 'Authorize again'}: ${oauth.name}`}
      >
        {isPendingSetup ? 'Authorize' : 'Authorize again'}
      </Button>
      <IconButton label={`Share ${oauth.name}`} icon={Share2} onClick={() => onShare(oauth)} />
      <IconButton label={`Delete ${oauth.name}`} icon={Trash2} onClick={() => onDelete(oauth)} />
    </Group>
  )
}
