import { Alert, Anchor, Button, Group, Loader, Stack, Text } from '@mantine/core'
import { Check, ExternalLink, TriangleAlert } from 'lucide-react'
import { useEffect } from 'react'
import { api, client, invalidate, queryClient } from '../../../api/client.ts'
import { showDone } from '../../../ui/confirm.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { type OAuth, oauthsPath } from '../wire.ts'
import { RedirectUri } from './redirect-uri.tsx'

/** An authorization that the user still has to grant at `url`. */
export interface Waiting {
  /** The entry as it was before. */
  readonly oauth: OAuth
  readonly url: string
}

/**
 * With client credentials the server fetches a token at once. With an authorization code this opens the page
 * of the authorization server and returns what the user has to grant there. Throws the problem.
 */
export async function authorize(oauth: OAuth): Promise<Waiting | undefined> {
  const params = { path: { oauthId: oauth.oauthId } }
  // The server renews tokens on its own: the list may show an earlier one.
  const before = await queryClient.fetchQuery(api.queryOptions('get', '/v1/oauths/{oauthId}', { params }))
  const { data, error } = await client.POST('/v1/oauths/{oauthId}/authorize', { params })
  await invalidate(oauthsPath)
  if (error !== undefined) throw error
  if (data.authorizationUrl === undefined) {
    showDone(`Authorized ${oauth.name}`)
    return undefined
  }
  window.open(data.authorizationUrl, '_blank', 'noopener')
  return { oauth: before, url: data.authorizationUrl }
}

interface AuthorizeDialogProps {
  readonly waiting: Waiting | undefined
  readonly onClose: () => void
}

/** Says where the user has to grant access, and notices when they have. */
export function AuthorizeDialog({ waiting, onClose }: AuthorizeDialogProps) {
  return (
    <Dialog
      opened={waiting !== undefined}
      onClose={onClose}
      title={`Authorize ${waiting?.oauth.name}`}
      size="lg"
    >
      {waiting !== undefined && <Progress waiting={waiting} onClose={onClose} />}
    </Dialog>
  )
}

const POLL_MS = 1_000

function Progress({
  waiting: { oauth, url },
  onClose,
}: {
  readonly waiting: Waiting
  readonly onClose: () => void
}) {
  const { data: now } = api.useQuery(
    'get',
    '/v1/oauths/{oauthId}',
    { params: { path: { oauthId: oauth.oauthId } } },
    { refetchInterval: (query) => (isDone(oauth, query.state.data) ? false : POLL_MS) },
  )
  const done = isDone(oauth, now)
  useEffect(() => {
    if (done) void invalidate(oauthsPath)
  }, [done])
  return (
    <Stack>
      {done ? (
        <Alert color="green" icon={<Check size={18} aria-hidden />} title="Authorized" role="status">
          {oauth.name} is ready to use.
        </Alert>
      ) : (
        <Instructions oauth={oauth} url={url} fault={now?.fault === oauth.fault ? undefined : now?.fault} />
      )}
      <Group justify="flex-end">
        <Button variant={done ? 'filled' : 'default'} onClick={onClose}>
          Close
        </Button>
      </Group>
    </Stack>
  )
}

/** An entry that had a token before has been authorized again when it has another one. */
const isDone = (before: OAuth, now: OAuth | undefined): boolean =>
  now?.status === 'AUTHORIZED' && now.authorizedAt !== before.authorizedAt

interface InstructionsProps {
  readonly oauth: OAuth
  readonly url: string
  readonly fault: string | undefined
}

function Instructions({ oauth, url, fault }: InstructionsProps) {
  return (
    <>
      {fault !== undefined && (
        <Alert color="red" icon={<TriangleAlert size={18} aria-hidden />} title="Not authorized" role="alert">
          {fault}
        </Alert>
      )}
      <Text size="sm">
        The page of the authorization server has opened in a new tab. Grant access there; this dialog notices.
        If no tab opened:{' '}
        <Anchor href={url} target="_blank" rel="noopener noreferrer">
          open the authorization page <ExternalLink size={14} aria-hidden />
        </Anchor>
      </Text>
      <RedirectUri address={oauth.redirectUri} />
      <Group gap="xs" role="status">
        <Loader size="xs" aria-hidden />
        <Text size="sm" c="dimmed">
          Waiting for the authorization
        </Text>
      </Group>
    </>
  )
}
