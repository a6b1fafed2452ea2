import { Button, Stack, Text } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { client } from '../../api/client.ts'
import { enter, resume, type Session, useHasSessionEnded, useSession } from '../../api/session.ts'
import { paths } from '../../paths.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { type Needs, SecondFactorStep } from '../second-factor/sign-in-step.tsx'
import { PasswordForm } from '../sign-in/password-form.tsx'

/**
 * Asks to sign in again above the page when the session has ended, so that what was typed below it is kept.
 */
export function SessionEnded() {
  const hasEnded = useHasSessionEnded()
  const { name } = useSession()
  return (
    <Dialog
      opened={hasEnded}
      onClose={() => undefined}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      title="Your session has ended"
      zIndex={500}
    >
      <Text size="sm" mb="md">
        Sign in again as {name} to continue. What you typed on this page is kept.
      </Text>
      <SignInAgain />
    </Dialog>
  )
}

function SignInAgain() {
  const { id } = useSession()
  const navigate = useNavigate()
  const href = useRouterState({ select: ({ location }) => location.href })
  const [needs, setNeeds] = useState<Needs>()
  function open(session: Session): void {
    if (session.id === id) resume(session)
    else window.location.assign(paths.home) // somebody else: nothing of the page may stay
  }
  // Whoever signed in in another tab, for example at an identity provider, comes back to this one.
  useWindowEvent('focus', () => {
    void client.GET('/v1/session').then(({ data }) => data !== undefined && open(data))
  })
  const leave = () =>
    navigate({ to: paths.signIn, search: { returnTo: href }, ignoreBlocker: true }).then(() => enter(null))
  return (
    <Stack>
      {needs === undefined ? (
        <PasswordForm failure={undefined} onSession={open} onNeeds={setNeeds} />
      ) : (
        <SecondFactorStep needs={needs} onSession={open} />
      )}
      <Button variant="default" onClick={() => window.open(window.location.href, '_blank', 'noopener')}>
        Sign in another way, in a new tab
      </Button>
      <Button variant="subtle" onClick={() => void leave()}>
        Leave the page and sign in
      </Button>
    </Stack>
  )
}
