import { Stack, Text } from '@mantine/core'
import { OneTimeSecret } from '../../ui/one-time-secret.tsx'

/** The codes that sign a user in when the app is gone. */
export function RecoveryCodes({ codes }: { readonly codes: readonly string[] }) {
  return (
    <Stack gap="xs">
      <OneTimeSecret
        title="Save your recovery codes"
        values={[{ label: 'Recovery codes', value: codes.join('\n') }]}
      />
      <Text size="sm">
        Each one signs you in once when you do not have the app. Keep them where you keep passwords.
      </Text>
    </Stack>
  )
}
