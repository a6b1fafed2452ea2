import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { client, invalidate } from '../../../api/client.ts'
import { isProblem } from '../../../api/problem.ts'
import { showDone } from '../../../ui/confirm.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'
import { connectorsPath, type OAuth, oauthsPath } from '../wire.ts'

interface DeleteOAuthProps {
  readonly oauth: OAuth | undefined
  readonly onClose: () => void
}

/**
 * Confirms the deletion of an OAuth entry. The API refuses to delete an entry in use and names the
 * connectors; only a second confirmation deletes it with `force` and removes it from them.
 */
export function DeleteOAuth({ oauth, onClose }: DeleteOAuthProps) {
  return (
    <Dialog opened={oauth !== undefined} onClose={onClose} title={`Delete ${oauth?.name}?`}>
      {oauth !== undefined && <Question oauth={oauth} onClose={onClose} />}
    </Dialog>
  )
}

function Question({ oauth, onClose }: { readonly oauth: OAuth; readonly onClose: () => void }) {
  const [error, setError] = useState<unknown>()
  const [isPending, setPending] = useState(false)
  const isInUse = isProblem(error) && error.status === 409

  async function remove(): Promise<void> {
    setPending(true)
    const params = { path: { oauthId: oauth.oauthId }, query: { force: isInUse } }
    const { error: problem } = await client
      .DELETE('/v1/oauths/{oauthId}', { params })
      .finally(() => setPending(false))
    setError(problem)
    if (problem !== undefined) return
    onClose()
    showDone(`Deleted ${oauth.name}`)
    await invalidate(oauthsPath, connectorsPath)
  }
  return (
    <Stack>
      {isInUse ? (
        <InUse connectors={error.violations} />
      ) : (
        <>
          <ProblemAlert error={error} />
          <Text size="sm">This also deletes its credentials and its token, and cannot be undone.</Text>
        </>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose} data-autofocus>
          Never mind
        </Button>
        <Button color="red" loading={isPending} onClick={() => void remove().catch(setError)}>
          Yes, delete
        </Button>
      </Group>
    </Stack>
  )
}

function InUse({ connectors }: { readonly connectors: readonly string[] }) {
  return (
    <div role="alert">
      <Text size="sm" fw={600}>
        This entry is in use, so it was not deleted:
      </Text>
      <ul>
        {connectors.map((line) => (
          <li key={line}>
            <Text size="sm">{line}</Text>
          </li>
        ))}
      </ul>
      <Text size="sm">
        Delete it anyway? The endpoints lose it, and pipelines that call them with it fail.
      </Text>
    </div>
  )
}
