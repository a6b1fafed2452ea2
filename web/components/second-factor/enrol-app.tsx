import { Button, Code, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { operations } from '../../../openapi/types.generated.ts'
import { CopyIcon } from '../../ui/copy-icon.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { QrCode } from '../../ui/qr-code.tsx'

type Enrolment = operations['beginEnrolment']['responses'][201]['content']['application/json']

interface EnrolAppProps {
  readonly enrolment: Enrolment
  /** The word on the button. */
  readonly action: string
  readonly onCode: (code: string) => void
  readonly error: unknown
  readonly isPending: boolean
}

/** A new secret for an authenticator app, as a QR code and as text, and the first code of the app. */
export function EnrolApp({ enrolment, action, onCode, error, isPending }: EnrolAppProps) {
  const form = useForm({ mode: 'uncontrolled', initialValues: { code: '' } })
  return (
    <form onSubmit={form.onSubmit(({ code }) => onCode(code.trim()))}>
      <Stack>
        <Text size="sm">Scan the code with an authenticator app, or type the key into it.</Text>
        <QrCode text={enrolment.otpauthUri} label="QR code for the authenticator app" />
        <Group gap="xs" wrap="nowrap">
          <Code style={{ overflowWrap: 'anywhere' }}>{enrolment.secret}</Code>
          <CopyIcon value={enrolment.secret} label="Copy the key" />
        </Group>
        <ProblemAlert error={error} />
        <TextInput
          label="Code from the app"
          description="Six digits; the app shows a new code every 30 seconds"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          key={form.key('code')}
          {...form.getInputProps('code')}
        />
        <Button type="submit" loading={isPending} w="fit-content">
          {action}
        </Button>
      </Stack>
    </form>
  )
}
