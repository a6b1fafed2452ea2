import { Button, Loader, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import type { operations } from '../../../openapi/types.generated.ts'
import { api, client } from '../../api/client.ts'
import type { Session } from '../../api/session.ts'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { EnrolApp } from './enrol-app.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

export type Needs = operations['signIn']['responses'][202]['content']['application/json']['secondFactor']

interface StepProps {
  readonly onSession: (session: Session) => void
}

/**
 * What is left of a sign-in once the password was right: a code, or the enrolment that the installation
 * demands.
 */
export function SecondFactorStep({ needs, onSession }: StepProps & { readonly needs: Needs }) {
  return needs === 'CODE' ? <EnterCode onSession={onSession} /> : <EnrolFirst onSession={onSession} />
}

function EnterCode({ onSession }: StepProps) {
  const prove = api.useMutation('post', '/v1/session/second-factor', { onSuccess: onSession })
  const form = useForm({ mode: 'uncontrolled', initialValues: { code: '' } })
  return (
    <form onSubmit={form.onSubmit(({ code }) => prove.mutate({ body: { code: code.trim() } }))}>
      <Stack>
        <ProblemAlert error={prove.error} />
        <TextInput
          label="Code"
          description="From your authenticator app, or one of your recovery codes"
          autoComplete="one-time-code"
          autoFocus
          required
          key={form.key('code')}
          {...form.getInputProps('code')}
        />
        <Button type="submit" loading={prove.isPending}>
          Sign in
        </Button>
      </Stack>
    </form>
  )
}

const path = '/v1/session/second-factor/enrolment'

function EnrolFirst({ onSession }: StepProps) {
  const { data: enrolment, error } = useQuery({
    queryKey: ['required enrolment'],
    queryFn: async () => {
      const { data, error: refused } = await client.POST(path)
      if (data === undefined) throw refused
      return data
    },
    // Each request begins another enrolment, but the app has the secret of the first.
    staleTime: 'static',
    gcTime: 0, // it holds a secret
  })
  const confirm = api.useMutation('put', path)
  if (confirm.data !== undefined) {
    const { recoveryCodes, ...session } = confirm.data
    return (
      <Stack>
        <RecoveryCodes codes={recoveryCodes} />
        <Button onClick={() => onSession(session)}>Continue</Button>
      </Stack>
    )
  }
  return (
    <Stack>
      <Text size="sm">Your administrator requires a second factor: a code of an authenticator app.</Text>
      <ProblemAlert error={error} />
      {enrolment === undefined && !error && <Loader aria-label="Loading the QR code" />}
      {enrolment !== undefined && (
        <EnrolApp
          enrolment={enrolment}
          action="Confirm and sign in"
          onCode={(code) => confirm.mutate({ body: { code } })}
          error={confirm.error}
          isPending={confirm.isPending}
        />
      )}
    </Stack>
  )
}
