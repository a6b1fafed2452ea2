import { Badge, Tooltip } from '@mantine/core'
import { Check, Hourglass } from 'lucide-react'
import type { OAuth } from './wire.ts'

/** Whether an OAuth entry has a token, as a word with an icon. */
export function OAuthStatus({ status }: Pick<OAuth, 'status'>) {
  const isAuthorized = status === 'AUTHORIZED'
  const Icon = isAuthorized ? Check : Hourglass
  return (
    <Tooltip
      label={isAuthorized ? 'Ready to use' : 'Has no token yet: authorize it on the OAuths tab'}
      events={{ hover: true, focus: true, touch: true }}
    >
      <Badge
        color={isAuthorized ? 'green' : 'yellow'}
        variant="light"
        miw="max-content"
        leftSection={<Icon size={12} aria-hidden />}
      >
        {isAuthorized ? 'Authorized' : 'Pending setup'}
      </Badge>
    </Tooltip>
  )
}
