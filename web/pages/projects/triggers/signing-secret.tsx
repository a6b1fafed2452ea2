import { Code, Stack, Text } from '@mantine/core'
import { modals } from '@mantine/modals'

/** Shows the secret that events are signed with, once. */
export const showSigningSecret = (secret: string) =>
  modals.open({
    title: 'Signing secret',
    children: (
      <Stack gap="xs">
        <Text size="sm">Events of this trigger are signed with it. It is not shown again: copy it now.</Text>
        <Code block>{secret}</Code>
      </Stack>
    ),
  })
