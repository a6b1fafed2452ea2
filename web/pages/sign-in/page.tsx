import { Button, Center, Divider, Paper, Stack, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { enter, type Session } from '../../api/session.ts'
import { type Needs, SecondFactorStep } from '../../components/second-factor/sign-in-step.tsx'
import { PasswordForm } from '../../components/sign-in/password-form.tsx'
import { paths } from '../../paths.ts'
import { useAddress } from '../../use-address.ts'

/** Signs a user in with a password or an identity provider, then opens the page that they asked for. */
export function SignInPage() {
  useDocumentTitle('Sign in · Headrace')
  const navigate = useNavigate()
  const [{ returnTo, failed }] = useAddress('signIn')
  const target = ownAddress(returnTo)
  const [needs, setNeeds] = useState<Needs>()
  function open(session: Session): void {
    enter(session)
    void navigate({ href: target })
  }
  return (
    <Center component="main" mih="100vh" p="md">
      <Paper withBorder p="xl" w="100%" maw={400}>
        <Stack>
          <Title order={1}>Sign in to Headrace</Title>
          {needs === undefined ? (
            <>
              <PasswordForm failure={failureOf(failed)} onSession={open} onNeeds={setNeeds} />
              <Providers target={target} />
            </>
          ) : (
            <>
              <SecondFactorStep needs={needs} onSession={open} />
              <Button variant="subtle" onClick={() => setNeeds(undefined)}>
                Start again
              </Button>
            </>
          )}
        </Stack>
      </Paper>
    </Center>
  )
}

function Providers({ target }: { readonly target: string }) {
  const { data: options } = api.useQuery('get', '/v1/sign-in/options')
  if (options === undefined || options.providers.length === 0) return null
  return (
    <>
      <Divider label="or" />
      {options.providers.map(({ id, name, url }) => (
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
    </>
  )
}

const sentences: Readonly<Record<string, string>> = {
  forbidden:
    'Your identity provider signed you in, but you have no access to Headrace. Ask an administrator to add you.',
  'service-unavailable': 'The identity provider is not responding. Try again in a minute.',
}

/** Why a single sign-on came back here without a session. */
function failureOf(kind: string | undefined): Error | undefined {
  if (kind === undefined) return undefined
  return new Error(sentences[kind] ?? 'Single sign-on failed. Try again; the audit log says why.')
}

/**
 * Accepts addresses of this origin only, as the browser parses them: a link to us must not redirect to
 * another site.
 */
function ownAddress(address = ''): string {
  const read = address.startsWith('/') ? URL.parse(address, window.location.origin) : null
  return read?.origin === window.location.origin ? `${read.pathname}${read.search}${read.hash}` : paths.home
}
