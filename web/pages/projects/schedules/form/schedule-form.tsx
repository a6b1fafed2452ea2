import { Box, Button, Card, Grid, Group, Stack, TextInput, Title, useMatches } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import { focusFirstFault } from '../../../../ui/focus-first-fault.ts'
import { ProblemAlert } from '../../../../ui/problem-alert.tsx'
import { showAtFields } from '../../../../ui/problem-fields.ts'
import { UnsavedGuard } from '../../../../ui/unsaved-guard.tsx'
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
  const { error, shown, isPending, isUnsaved, save } = useSaving(form, onSave)
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
            <Part title="What runs">
              <TextInput label="Name" required {...form.getInputProps('name')} />
              <TargetFields projectId={projectId} form={form} />
            </Part>
            <Part title="When">
              <TimingFields form={form} faults={preview.faults} />
            </Part>
            {!isWide && <Card withBorder>{next}</Card>}
            <Part title="Variables">
              <VariableFields projectId={projectId} form={form} />
            </Part>
            <Part title="Concurrency">
              <ConcurrencyFields form={form} />
            </Part>
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

/** Saves once at a time; what the API refuses is put at its fields. */
function useSaving(form: ReturnType<typeof useScheduleForm>, onSave: ScheduleFormProps['onSave']) {
  const [error, setError] = useState<unknown>(null)
  const [shown, setShown] = useState<readonly string[]>([])
  const [isPending, setPending] = useState(false)
  const isSaved = useRef(false)
  async function save(values: FormValues): Promise<void> {
    setPending(true)
    setError(null)
    isSaved.current = true // it leads away itself
    try {
      await onSave(values)
    } catch (failure) {
      isSaved.current = false
      setShown(showAtFields(form, failure, fieldNames))
      setError(failure)
    } finally {
      setPending(false)
    }
  }
  const isUnsaved = () => !isSaved.current && form.isDirty()
  return { error, shown, isPending, isUnsaved, save }
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Card withBorder component="section" aria-label={title}>
      <Stack gap="xs">
        <Title order={2}>{title}</Title>
        {children}
      </Stack>
    </Card>
  )
}
