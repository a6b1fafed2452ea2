import { modals } from '@mantine/modals'
import { OneTimeSecret } from '../../../ui/one-time-secret.tsx'

/** Shows the secret that events are signed with, once: only its button closes it. */
export const showSigningSecret = (secret: string) =>
  modals.open({
    title: 'Signing secret',
    closeOnClickOutside: false,
    closeOnEscape: false,
    closeButtonProps: { 'aria-label': 'Close' },
    children: (
      <OneTimeSecret
        title="Events of this trigger are signed with it"
        values={[{ label: 'Signing secret', value: secret }]}
      />
    ),
  })
