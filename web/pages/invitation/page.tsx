import { Button, Center, Paper, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDocumentTitle } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api, client } from '../../api/client.ts'
import { enter, type Session } from '../../api/session.ts'
import { type Needs, SecondFactorStep } from '../../components/second-factor/sign-in-step.tsx'
import { paths } from '../../paths.ts'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { showAtFields } from '../../ui/problem-fields.ts'
import { exactTime } from '../../ui/time.tsx'

/** Where the link of an invitation leads: a user chooses a password and is signed in. */
export function InvitationPage() {
  useDocumentTitle('Invitation · Headrace')
  const navigate = useNavigate()
  const [needs, setNeeds] = useState<Needs>()
  function open(session: Session): void {
    enter(session)
    void navigate({ to: paths.home, replace: true })
  }
  // Behind #, which browsers send to no server.
  const [token] = useState(() => window.location.hash.slice(1))
  const { data: invited, error } = useQuery({
    queryKey: ['invitation', token],
    queryFn: async () => {
      const { data, error: refused } = await client.POST('/v1/sign-in/invitation/preview', {
        body: { token },
      })
      if (data === undefined) throw refused
      return data
    },
    // The user is asked for a password meanwhile: nothing is read again because a window got the focus.
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <Center component="main" mih="100vh" p="md">
      <Paper withBorder p="xl" w="100%" maw={400}>
        <Stack>
          <Title order={1}>Welcome to Headrace</Title>
          <ProblemAlert error={error} />
          {invited !== undefined && needs === undefined && (
            <>
              <Text size="sm">
                {invited.name}, choose a password. The invitation expires at {exactTime(invited.expiresAt)}.
              </Text>
              <ChoosePassword token={token} userName={invited.userName} onSession={open} onNeeds={setNeeds} />
            </>
          )}
          {needs !== undefined && <SecondFactorStep needs={needs} onSession={open} />}
        </Stack>
      </Paper>
    </Center>
  )
}

interface ChoosePasswordProps {
  readonly token: string
  readonly userName: string
  readonly onSession: (session: Session) => void
  /** The password is set, and a second factor is needed. */
  readonly onNeeds: (needs: Needs) => void
}

function ChoosePassword({ token, userName, onSession, onNeeds }: ChoosePasswordProps) {
  const [shown, setShown] = useState<readonly string[]>([])
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '', again: '' },
    validate: {
      again: (again, { password }) => (again === password ? null : 'The passwords do not match'),
    },
  })
  const accept = api.useMutation('post', '/v1/sign-in/invitation', {
    onSuccess: (answer) => ('secondFactor' in answer ? onNeeds(answer.secondFactor) : onSession(answer)),
    onError: (error) => setShown(showAtFields(form, error)),
  })
  const submit = form.onSubmit(({ password }) => accept.mutate({ body: { token, password } }))
  return (
    <form onSubmit={submit}>
      <Stack>
        <ProblemAlert error={accept.error} fieldMessages={shown} />
        {/* Password managers save the name with the password. */}
        <TextInput label="User name" autoComplete="username" value={userName} readOnly />
        <PasswordInput
          label="Password"
          description="At least 12 characters; not the user name, and not a common password"
          autoComplete="new-password"
          required
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <PasswordInput
          label="Repeat password"
          autoComplete="new-password"
          required
          key={form.key('again')}
          {...form.getInputProps('again')}
        />
        <Button type="submit" loading={accept.isPending}>
          Set password and sign in
        </Button>
      </Stack>
    </form>
  )
}
