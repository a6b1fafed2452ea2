import { Button, Group, Loader, Stack, Text } from '@mantine/core'
import { api, client, invalidate } from '../../../api/client.ts'
import { isProblem } from '../../../api/problem.ts'
import { showDone, showFailure } from '../../../ui/confirm.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { OneTimeSecret } from '../../../ui/one-time-secret.tsx'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'
import { exactTime } from '../../../ui/time.tsx'
import type { Principal } from './shapes.ts'

const path = '/v1/users/{id}/invitation'

/** The link with which a user sets a password: creates it, creates another, withdraws it. */
export function InvitationDialog({
  user: { id, name },
  onClose,
}: {
  readonly user: Principal
  readonly onClose: () => void
}) {
  const params = { path: { id } }
  const { data, error, isPending } = api.useQuery('get', path, { params })
  const create = api.useMutation('post', path, { onSuccess: () => invalidate(path) })
  const isAbsent = isProblem(error) && error.status === 404
  const invitation = isAbsent ? undefined : data

  async function withdraw(): Promise<void> {
    const { error: refused } = await client.DELETE(path, { params })
    if (refused) return showFailure(refused)
    await invalidate(path)
    create.reset()
    showDone(`Withdrew the invitation of ${name}`)
  }

  return (
    <Dialog opened onClose={onClose} title={`Invitation of ${name}`} size="lg">
      <Stack>
        <Text size="sm">
          With the link, {name} sets a password and signs in. It works once, for three days. Do not share it
          with anybody else.
        </Text>
        <ProblemAlert error={create.error ?? (isAbsent ? undefined : error)} />
        {isPending && <Loader aria-label="Loading the invitation" />}
        {create.data !== undefined && (
          <OneTimeSecret
            title={`Created a link for ${name}`}
            values={[{ label: 'Link', value: create.data.invitationUrl }]}
          />
        )}
        {invitation !== undefined && (
          <Text size="sm">
            {invitation.createdBy} created a link. It {invitation.expired ? 'expired' : 'expires'} at{' '}
            {exactTime(invitation.expiresAt)}.
          </Text>
        )}
        <Group justify="flex-end">
          {invitation !== undefined && (
            <Button variant="default" onClick={() => void withdraw()}>
              Withdraw
            </Button>
          )}
          <Button loading={create.isPending} onClick={() => create.mutate({ params })}>
            {invitation === undefined ? 'Create a link' : 'Create a new link'}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
