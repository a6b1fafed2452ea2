import { Group, NumberInput, SegmentedControl, Select, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { type Interval, intervalUnits } from '../shapes.ts'
import { CronBuilder } from './cron-builder.tsx'
import type { ScheduleForm } from './use-schedule-form.ts'
import type { FormValues } from './values.ts'

const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]
const MAX_SHOWN = 60

interface TimingFieldsProps {
  readonly form: ScheduleForm
  /** The API's violations for the current input, by field. */
  readonly faults: Readonly<Record<string, string>>
}

/** When it runs: a cron expression or an interval, the zone of its wall, and from when. */
export function TimingFields({ form, faults }: TimingFieldsProps) {
  const { kind, cronExpression, cronTimezone } = form.values
  const faultOf = (field: string) => (form.errors[field] as string | undefined) ?? faults[field]
  return (
    <Stack gap="sm">
      <SegmentedControl
        aria-label="Recurrence"
        data={[
          { value: 'cron', label: 'Cron expression' },
          { value: 'interval', label: 'Interval' },
        ]}
        value={kind}
        onChange={(chosen) => form.setFieldValue('kind', chosen as FormValues['kind'])}
        w={{ base: '100%', xs: 320 }}
      />
      {kind === 'cron' ? (
        <CronBuilder
          expression={cronExpression}
          onChange={(expression) => form.setFieldValue('cronExpression', expression)}
          error={faultOf('cronExpression')}
        />
      ) : (
        <IntervalFields form={form} fault={faultOf('interval')} />
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="xs">
        <Select
          label="Time zone"
          searchable
          allowDeselect={false}
          limit={MAX_SHOWN}
          data={zones.includes(cronTimezone) ? zones : [cronTimezone, ...zones]}
          value={cronTimezone}
          onChange={(zone) => zone !== null && form.setFieldValue('cronTimezone', zone)}
          error={faultOf('cronTimezone')}
          nothingFoundMessage="No such zone"
        />
        <TextInput
          label="Effective from"
          type="datetime-local"
          description={
            kind === 'interval'
              ? 'Start of the first interval, in your time zone'
              : 'In your time zone. Leave empty to start now'
          }
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...form.getInputProps('effectiveFrom')}
          error={faultOf('effectiveFrom')}
        />
      </SimpleGrid>
    </Stack>
  )
}

interface IntervalFieldsProps {
  readonly form: ScheduleForm
  readonly fault: string | undefined
}

function IntervalFields({ form, fault }: IntervalFieldsProps) {
  return (
    <Group align="flex-start" gap="sm">
      <NumberInput
        label="Every"
        required
        min={1}
        max={1_000_000}
        allowDecimal={false}
        w={140}
        {...form.getInputProps('interval')}
        error={fault}
      />
      <Select
        label="Unit"
        data={intervalUnits.map((unit) => ({ value: unit, label: unit.toLowerCase() }))}
        allowDeselect={false}
        w={140}
        value={form.values.unit}
        onChange={(unit) => unit !== null && form.setFieldValue('unit', unit as Interval['unit'])}
      />
    </Group>
  )
}
