import { Button, PasswordInput, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { KeyRound, Unplug } from 'lucide-react'
import { client, invalidate } from '../../../api/client.ts'
import { May } from '../../../components/rights/may.tsx'
import { confirmLoss, showDone } from '../../../ui/confirm.tsx'
import { DialogForm } from '../../../ui/dialog-form.tsx'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'
import { exactTime } from '../../../ui/time.tsx'
import { providers } from './connect/providers.ts'
import { type Repository, repositoryPath, tokenHeaders } from './shapes.ts'

interface ActionsProps {
  readonly projectId: string
  readonly repository: Repository
}

/** A new access token, and the end of the association. */
export function RepositoryActions({ projectId, repository }: ActionsProps) {
  const [isOpen, { open, close }] = useDisclosure(false)
  async function remove(): Promise<void> {
    const { error } = await client.DELETE(repositoryPath, { params: { path: { projectId } } })
    if (error) throw error
    await invalidate(repositoryPath)
    showDone('Repository removed from the project')
  }
  const ask = () =>
    confirmLoss({
      title: 'Remove the repository from the project?',
      message:
        'The repository itself stays where it is. Branches are no longer published automatically, and the access ' +
        'token that the project keeps is deleted.',
      action: 'Remove repository',
      onConfirm: remove,
    })
  return (
    <May needs={{ projectId, permission: 'repository:write' }}>
      {providers[repository.provider].token !== 'never' && (
        <Button variant="default" leftSection={<KeyRound size={16} aria-hidden />} onClick={open}>
          Replace access token
        </Button>
      )}
      <Button variant="default" leftSection={<Unplug size={16} aria-hidden />} onClick={ask}>
        Remove
      </Button>
      {isOpen && <ReplaceToken projectId={projectId} repository={repository} onClose={close} />}
    </May>
  )
}

function ReplaceToken({ projectId, repository, onClose }: ActionsProps & { readonly onClose: () => void }) {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { token: '' },
    validate: { token: (text) => (text.trim() === '' ? 'Paste the new access token' : null) },
  })
  const replace = useMutation({
    mutationFn: async (token: string) => {
      const { error } = await client.PUT('/v1/projects/{projectId}/repositories/access-token', {
        params: { path: { projectId } },
        headers: tokenHeaders(token),
      })
      if (error) throw error
    },
    onSuccess: async () => {
      onClose()
      await invalidate(repositoryPath)
      showDone('Replaced the access token')
    },
  })
  const { provider, tokenExpiresAt } = repository
  return (
    <DialogForm
      title="Replace access token"
      isOpen
      onClose={onClose}
      onSubmit={form.onSubmit(({ token }) => replace.mutate(token))}
      action="Replace"
      isPending={replace.isPending}
    >
      <ProblemAlert error={replace.error} />
      <Text size="sm">
        {tokenExpiresAt === undefined
          ? 'It replaces the stored token, if there is one.'
          : `The stored token expires at ${exactTime(tokenExpiresAt)}.`}{' '}
        It cannot be read again.
      </Text>
      <PasswordInput
        label="New access token"
        description={providers[provider].hint}
        required
        data-autofocus
        autoComplete="off"
        visibilityToggleButtonProps={{ 'aria-label': 'Show token' }}
        key={form.key('token')}
        {...form.getInputProps('token')}
      />
    </DialogForm>
  )
}
