import { NumberInput, Radio, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core'
import { missedRunPolicies } from '../shapes.ts'
import type { ScheduleForm } from './use-schedule-form.ts'

/** What happens when runs meet, or when there was no server at a due time. */
export function ConcurrencyFields({ form }: { readonly form: ScheduleForm }) {
  return (
    <Stack gap="sm">
      <Switch
        label="Enabled"
        description="A disabled schedule keeps its settings but does not run"
        {...form.getInputProps('scheduleEnabled', { type: 'checkbox' })}
      />
      <Switch
        label="Allow concurrent executions"
        description="Otherwise a run is skipped while the previous one is in progress, and recorded as skipped"
        {...form.getInputProps('allowConcurrentExecutions', { type: 'checkbox' })}
      />
      <Radio.Group label="Missed runs" {...form.getInputProps('missedRunPolicy')}>
        <Stack gap={6} mt={4}>
          {missedRunPolicies.map(({ value, label }) => (
            <Radio key={value} value={value} label={label} />
          ))}
        </Stack>
      </Radio.Group>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="xs">
        <NumberInput
          label="Jitter in seconds"
          description="Delays every run of this schedule by the same fraction of this value"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          min={0}
          max={86_400}
          allowDecimal={false}
          {...form.getInputProps('jitterSeconds')}
        />
        <TextInput
          label="Variable for the due time"
          description="Pipeline variable that receives the due time of each run"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...form.getInputProps('dueTimeVariable')}
        />
      </SimpleGrid>
    </Stack>
  )
}
