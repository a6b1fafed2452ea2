import { Button, Center, Divider, Paper, PasswordInput, Stack, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDocumentTitle } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { KeyRound } from 'lucide-react'
import { api } from '../../api/client.ts'
import { enter } from '../../api/session.ts'
import { paths } from '../../paths.ts'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { useAddress } from '../../use-address.ts'

/** Signs a user in with a password or an identity provider, then opens the page that they asked for. */
export function SignInPage() {
  useDocumentTitle('Sign in · Headrace')
  const navigate = useNavigate()
  const [{ returnTo, failed }] = useAddress('signIn')
  const target = ownAddress(returnTo)
  const { data: options } = api.useQuery('get', '/v1/sign-in/options')
  const signIn = api.useMutation('post', '/v1/session', {
    onSuccess: (session) => {
      enter(session)
      void navigate({ href: target })
    },
  })
  const form = useForm({ mode: 'uncontrolled', initialValues: { userName: '', password: '' } })
  return (
    <Center component="main" mih="100vh" p="md">
      <Paper withBorder p="xl" w="100%" maw={400}>
        <Stack>
          <Title order={1}>Sign in to Headrace</Title>
          <ProblemAlert error={signIn.error ?? failureOf(failed)} />
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
          {options !== undefined && options.providers.length > 0 && <Divider label="or" />}
          {options?.providers.map(({ id, name, url }) => (
            <Button
              key={id}
              component="a"
              href={`${url}?returnTo=${encodeURIComponent(target)}`}
              variant="default"
              leftSection={<KeyRound size={16} aria-hidden />}
            >
              Sign in with {name}
            </Button>
          ))}
        </Stack>
      </Paper>
    </Center>
  )
}

/** Why a single sign-on came back here without a session. */
function failureOf(kind: string | undefined): Error | undefined {
  if (kind === undefined) return undefined
  return new Error(
    kind === 'forbidden'
      ? 'Your identity provider signed you in, but you have no access to Headrace. Ask an administrator to add you.'
      : 'Single sign-on failed. Try again; the server log says why.',
  )
}

/** Accepts addresses of this origin only, as the browser parses them: a link to us must not redirect to another site. */
function ownAddress(address = ''): string {
  const read = address.startsWith('/') ? URL.parse(address, window.location.origin) : null
  return read?.origin === window.location.origin ? `${read.pathname}${read.search}${read.hash}` : paths.home
}
