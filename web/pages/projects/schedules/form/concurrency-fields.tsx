import { NumberInput, Radio, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core'
import { missedRunPolicies } from '../shapes.ts'
import type { ScheduleForm } from './use-schedule-form.ts'

/** What happens when runs meet, or when there was no server at a due time. */
export function ConcurrencyFields({ form }: { readonly form: ScheduleForm }) {
  return (
    <Stack gap="sm">
      <Switch
        label="Enabled"
        description="A disabled schedule keeps its settings and never runs by itself"
        {...form.getInputProps('scheduleEnabled', { type: 'checkbox' })}
      />
      <Switch
        label="Allow concurrent executions"
        description="Otherwise a run that is due while the last one still goes is skipped, and recorded so"
        {...form.getInputProps('allowConcurrentExecutions', { type: 'checkbox' })}
      />
      <Radio.Group label="After a time without a server" {...form.getInputProps('missedRunPolicy')}>
        <Stack gap={6} mt={4}>
          {missedRunPolicies.map(({ value, label }) => (
            <Radio key={value} value={value} label={label} />
          ))}
        </Stack>
      </Radio.Group>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="xs">
        <NumberInput
          label="Jitter in seconds"
          description="Each run is later by a share of this that is fixed for the schedule"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          min={0}
          max={86_400}
          allowDecimal={false}
          {...form.getInputProps('jitterSeconds')}
        />
        <TextInput
          label="Variable for the due time"
          description="This variable of the pipeline is given the due time of each run"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...form.getInputProps('dueTimeVariable')}
        />
      </SimpleGrid>
    </Stack>
  )
}
