import { Button, Radio, Stack } from '@mantine/core'
import { focusFirstFault } from '../../../../ui/focus-first-fault.ts'
import { ProblemAlert } from '../../../../ui/problem-alert.tsx'
import { PlaceFields, type PlaceForm } from '../connect/place-fields.tsx'
import type { PlaceValues } from '../connect/providers.ts'
import type { ProviderName } from '../shapes.ts'

interface TargetProps {
  readonly form: PlaceForm
  /** Where the repository is now: nothing moves from Headrace to Headrace. */
  readonly source: ProviderName
  readonly error: unknown
  /** Violations that the fields show themselves. */
  readonly shown: readonly string[]
  readonly isPending: boolean
  readonly onSubmit: (values: PlaceValues) => void
}

const targets = ['gitlab', 'github', 'azure-devops', 'git', 'hosted'] as const

/** Where the repository goes, how, and with which token. */
export function Target({ form, source, error, shown, isPending, onSubmit }: TargetProps) {
  return (
    <form onSubmitCapture={focusFirstFault} onSubmit={form.onSubmit(onSubmit)} noValidate>
      <Stack gap="sm" mt="xs" maw={640}>
        <ProblemAlert error={error} fieldMessages={shown} />
        <Radio.Group label="Mode" key={form.key('mode')} {...form.getInputProps('mode')}>
          <Stack gap={6} mt={4}>
            <Radio
              value="MIRROR_PUSH"
              label="Copy everything (MIRROR_PUSH)"
              description="Pushes every branch, tag and other ref to the target, verifies them, and then switches the project to it."
            />
            <Radio
              value="RECONFIGURE"
              label="Switch only (RECONFIGURE)"
              description="The target already has the history: it must contain every published commit."
            />
          </Stack>
        </Radio.Group>
        <PlaceFields
          form={form}
          choices={targets.filter((provider) => provider !== 'hosted' || source !== 'hosted')}
        />
        <Button type="submit" loading={isPending} w="fit-content">
          Check prerequisites
        </Button>
      </Stack>
    </form>
  )
}
