import { Alert, Code, Group, Stack, Text } from '@mantine/core'
import { KeyRound } from 'lucide-react'
import { CopyIcon } from './copy-icon.tsx'

interface OneTimeSecretProps {
  /** What the secrets belong to, in a sentence. */
  readonly title: string
  /** What to do with them. */
  readonly note?: string
  readonly values: readonly { readonly label: string; readonly value: string }[]
}

/** Secrets to be copied, usually shown only once. */
export function OneTimeSecret(props: OneTimeSecretProps) {
  const { title, note = 'Copy it now. It is not shown again.', values } = props
  return (
    <Alert color="yellow" icon={<KeyRound aria-hidden size={18} />} title={title} role="status">
      <Stack gap="xs">
        <Text size="sm">{note}</Text>
        {values.map(({ label, value }) => (
          <div key={label}>
            <Text size="sm" fw={600}>
              {label}
            </Text>
            <Group gap="xs" wrap="nowrap">
              <Code style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>{value}</Code>
              <CopyIcon value={value} label={`Copy ${label}`} />
            </Group>
          </div>
        ))}
      </Stack>
    </Alert>
  )
}
