import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { api } from '../../api/client.ts'
import type { Session } from '../../api/session.ts'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import type { Needs } from '../second-factor/sign-in-step.tsx'

interface PasswordFormProps {
  /** Why the user has come back here. */
  readonly failure: Error | undefined
  readonly onSession: (session: Session) => void
  /** The password was right, and a second factor is needed. */
  readonly onNeeds: (needs: Needs) => void
}

/** User name and password. */
export function PasswordForm({ failure, onSession, onNeeds }: PasswordFormProps) {
  const signIn = api.useMutation('post', '/v1/session', {
    onSuccess: (answer) => ('secondFactor' in answer ? onNeeds(answer.secondFactor) : onSession(answer)),
  })
  const form = useForm({ mode: 'uncontrolled', initialValues: { userName: '', password: '' } })
  return (
    <>
      <ProblemAlert error={signIn.error ?? failure} />
      <form onSubmit={form.onSubmit((body) => signIn.mutate({ body }))}>
        <Stack>
          <TextInput
            label="User name"
            autoComplete="username"
            autoFocus
            required
            key={form.key('userName')}
            {...form.getInputProps('userName')}
          />
          <PasswordInput
            label="Password"
            autoComplete="current-password"
            required
            key={form.key('password')}
            {...form.getInputProps('password')}
          />
          <Button type="submit" loading={signIn.isPending}>
            Sign in
          </Button>
        </Stack>
      </form>
    </>
  )
}
