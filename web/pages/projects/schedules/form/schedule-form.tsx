import { Box, Button, Card, Grid, Group, Stack, TextInput, useMatches } from '@mantine/core'
import { focusFirstFault } from '../../../../ui/focus-first-fault.ts'
import { FormSection } from '../../../../ui/form-section.tsx'
import { ProblemAlert } from '../../../../ui/problem-alert.tsx'
import { UnsavedGuard } from '../../../../ui/unsaved-guard.tsx'
import { useSaving } from '../../../../ui/use-saving.ts'
import { ConcurrencyFields } from './concurrency-fields.tsx'
import { NextFires, usePreview } from './preview.tsx'
import { TargetFields } from './target-fields.tsx'
import { TimingFields } from './timing-fields.tsx'
import { useScheduleForm } from './use-schedule-form.ts'
import { type FormValues, fieldNames, timingOf } from './values.ts'
import { VariableFields } from './variable-fields.tsx'

interface ScheduleFormProps {
  readonly projectId: string
  readonly initialValues: FormValues
  /** The word on the button, e.g. `Create schedule`. */
  readonly action: string
  /** Throws a problem, which is shown at its fields. */
  readonly onSave: (values: FormValues) => Promise<void>
  readonly onCancel: () => void
}

/** Everything about a schedule, with its next ten due times shown while editing. */
export function ScheduleForm({ projectId, initialValues, action, onSave, onCancel }: ScheduleFormProps) {
  const form = useScheduleForm(initialValues)
  const preview = usePreview(timingOf(form.values))
  const isWide = useMatches({ base: false, md: true })
  const { error, shown, isPending, isUnsaved, save } = useSaving(form, fieldNames, onSave)
  const next = (
    <NextFires
      fireTimes={preview.fireTimes}
      timeZone={form.values.cronTimezone}
      error={Object.keys(preview.faults).length === 0 ? preview.error : undefined}
      none="No due times. Correct the marked fields."
    />
  )
  return (
    <form onSubmitCapture={focusFirstFault} onSubmit={form.onSubmit(save)} noValidate>
      <UnsavedGuard isDirty={isUnsaved} what="The schedule" />
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Stack gap="md">
            <FormSection title="What runs">
              <TextInput label="Name" required {...form.getInputProps('name')} />
              <TargetFields projectId={projectId} form={form} />
            </FormSection>
            <FormSection title="When">
              <TimingFields form={form} faults={preview.faults} />
            </FormSection>
            {!isWide && <Card withBorder>{next}</Card>}
            <FormSection title="Variables">
              <VariableFields projectId={projectId} form={form} />
            </FormSection>
            <FormSection title="Concurrency">
              <ConcurrencyFields form={form} />
            </FormSection>
            <ProblemAlert error={error} fieldMessages={shown} />
            <Group>
              <Button type="submit" loading={isPending}>
                {action}
              </Button>
              <Button variant="default" onClick={onCancel}>
                Cancel
              </Button>
            </Group>
          </Stack>
        </Grid.Col>
        {isWide && (
          <Grid.Col span={4}>
            <Box pos="sticky" top={68}>
              <Card withBorder>{next}</Card>
            </Box>
          </Grid.Col>
        )}
      </Grid>
    </form>
  )
}
