import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { client, invalidate } from '../../../api/client.ts'
import { isProblem } from '../../../api/problem.ts'
import { showDone } from '../../../ui/confirm.tsx'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'
import { connectorsPath, type OAuth, oauthsPath } from '../wire.ts'

interface DeleteOAuthProps {
  readonly oauth: OAuth | undefined
  readonly onClose: () => void
}

/**
 * What the trashcan opens: `Yes, delete` or `Never mind` (specification, OAuth rules 2). An entry that connectors use
 * is not deleted at once: the answer names them, and only a second yes takes it out of them.
 */
export function DeleteOAuth({ oauth, onClose }: DeleteOAuthProps) {
  return (
    <Modal opened={oauth !== undefined} onClose={onClose} title={`Delete ${oauth?.name}?`}>
      {oauth !== undefined && <Question oauth={oauth} onClose={onClose} />}
    </Modal>
  )
}

function Question({ oauth, onClose }: { readonly oauth: OAuth; readonly onClose: () => void }) {
  const [error, setError] = useState<unknown>()
  const [isPending, setPending] = useState(false)
  const isInUse = isProblem(error) && error.status === 409

  async function remove(): Promise<void> {
    setPending(true)
    const params = { path: { oauthId: oauth.oauthId }, query: { force: isInUse } }
    const { error: problem } = await client.DELETE('/v1/oauths/{oauthId}', { params })
    setPending(false)
    setError(problem)
    if (problem !== undefined) return
    onClose()
    showDone(`${oauth.name} is deleted`)
    await invalidate(oauthsPath, connectorsPath)
  }
  return (
    <Stack>
      {isInUse ? (
        <InUse connectors={error.violations} />
      ) : (
        <>
          <ProblemAlert error={error} />
          <Text size="sm">Its credentials and its token are gone with it. This cannot be undone.</Text>
        </>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose} data-autofocus>
          Never mind
        </Button>
        <Button color="red" loading={isPending} onClick={remove}>
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
        It is not deleted yet, because it is in use:
      </Text>
      <ul>
        {connectors.map((line) => (
          <li key={line}>
            <Text size="sm">{line}</Text>
          </li>
        ))}
      </ul>
      <Text size="sm">
        Delete it all the same? It is then taken out of them, and what calls them with it fails.
      </Text>
    </div>
  )
}
