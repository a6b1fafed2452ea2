import { Chip, Group, NumberInput, Select, Stack, Text, TextInput } from '@mantine/core'
import { expressionOf, type Plan, type PlanKind, planKinds, planOf, weekdayCodes } from '../cron/plan.ts'
import { readCron } from '../cron/reading.ts'
import { ordinal, weekdays } from '../cron/words.ts'

const labels: Readonly<Record<PlanKind, string>> = {
  minutes: 'Every few minutes',
  hourly: 'Every hour',
  daily: 'Every day',
  weekly: 'On days of the week',
  monthly: 'Every month',
  other: 'Custom expression',
}
const kinds = planKinds.map((value) => ({ value, label: labels[value] }))
const steps = [1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30].map((every) => ({
  value: String(every),
  label: every === 1 ? 'Every minute' : `Every ${every} minutes`,
}))
const nameOf = (code: string): string => weekdays.find((day) => day.toUpperCase().startsWith(code))!
const daysOfMonth = [
  {
    group: 'Last',
    items: [
      { value: 'L', label: 'Last day' },
      { value: 'LW', label: 'Last weekday (Monday to Friday)' },
      ...weekdayCodes.map((code) => ({ value: `${code}L`, label: `Last ${nameOf(code)}` })),
    ],
  },
  {
    group: 'Day',
    items: Array.from({ length: 31 }, (_, at) => ({ value: String(at + 1), label: `Day ${at + 1}` })),
  },
  ...[1, 2, 3, 4].map((nth) => ({
    group: `The ${ordinal(nth)}`,
    items: weekdayCodes.map((code) => ({
      value: `${code}#${nth}`,
      label: `${capital(ordinal(nth))} ${nameOf(code)}`,
    })),
  })),
]

interface CronBuilderProps {
  readonly expression: string
  readonly onChange: (expression: string) => void
  readonly error: string | undefined
}

/** Choices that write the expression, the expression itself, and what it means in plain words. */
export function CronBuilder({ expression, onChange, error }: CronBuilderProps) {
  const plan = planOf(expression)
  const reading = readCron(expression)
  const change = (own: Partial<Plan>) => onChange(expressionOf({ ...plan, ...own }) ?? expression)
  return (
    <Stack gap="xs">
      <Group align="flex-end" gap="sm">
        <Select
          label="Repeat"
          data={kinds.filter(({ value }) => value !== 'other' || plan.kind === 'other')}
          value={plan.kind}
          onChange={(kind) => kind !== null && change({ kind: kind as PlanKind })}
          allowDeselect={false}
          w={200}
        />
        <PlanFields plan={plan} onChange={change} />
      </Group>
      <TextInput
        label="Cron expression"
        description="Quartz with 6 or 7 fields (seconds first), or Unix cron with 5"
        classNames={{ input: 'monospace' }}
        value={expression}
        onChange={(event) => onChange(event.currentTarget.value)}
        error={error}
        required
        spellCheck={false}
        autoComplete="off"
      />
      <Text size="sm" fw={600} role="status" aria-label="Meaning of the expression">
        {reading ?? 'The expression is not valid yet.'}
      </Text>
    </Stack>
  )
}

interface PlanFieldsProps {
  readonly plan: Plan
  readonly onChange: (own: Partial<Plan>) => void
}

function PlanFields({ plan, onChange }: PlanFieldsProps) {
  const time = <TimeField time={plan.time} onChange={(chosen) => onChange({ time: chosen })} />
  switch (plan.kind) {
    case 'minutes':
      return (
        <Select
          label="How often"
          data={steps}
          value={String(plan.every)}
          onChange={(every) => every !== null && onChange({ every: Number(every) })}
          allowDeselect={false}
          w={180}
        />
      )
    case 'hourly':
      return (
        <NumberInput
          label="Minutes past the hour"
          min={0}
          max={59}
          clampBehavior="strict"
          allowDecimal={false}
          value={plan.minute}
          onChange={(minute) => onChange({ minute: Number(minute) })}
          w={180}
        />
      )
    case 'daily':
      return time
    case 'weekly':
      return (
        <>
          {time}
          <WeekdayField chosen={plan.weekdays} onChange={(chosen) => onChange({ weekdays: chosen })} />
        </>
      )
    case 'monthly':
      return (
        <>
          <Select
            label="Day of the month"
            data={daysOfMonth}
            searchable
            value={plan.day}
            onChange={(day) => day !== null && onChange({ day })}
            allowDeselect={false}
            w={240}
          />
          {time}
        </>
      )
    case 'other':
      return null
  }
}

interface TimeFieldProps {
  readonly time: string
  readonly onChange: (time: string) => void
}

const TimeField = ({ time, onChange }: TimeFieldProps) => (
  <TextInput
    label="Time of day"
    type="time"
    value={time}
    onChange={(event) => onChange(event.currentTarget.value)}
    w={140}
  />
)

interface WeekdayFieldProps {
  readonly chosen: readonly string[]
  readonly onChange: (chosen: string[]) => void
}

function WeekdayField({ chosen, onChange }: WeekdayFieldProps) {
  return (
    <Chip.Group multiple value={[...chosen]} onChange={(days) => days.length > 0 && onChange(days)}>
      <Group gap={4} role="group" aria-label="Days of the week">
        {weekdayCodes.map((code) => (
          <Chip key={code} value={code} size="sm" variant="outline">
            {nameOf(code).slice(0, 3)}
          </Chip>
        ))}
      </Group>
    </Chip.Group>
  )
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
