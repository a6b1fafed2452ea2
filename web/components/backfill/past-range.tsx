import { Group, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useState } from 'react'
import { instantOf, localTime } from '../../ui/local-time.ts'

export interface PastRangeValues extends Record<string, unknown> {
  from: string
  to: string
}

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

/** The form of a range of the past: the last day, unless somebody changes it. */
export function usePastRange(onChange: () => void) {
  const [initialValues] = useState<PastRangeValues>(() => {
    const now = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS
    return {
      from: localTime(new Date(now - DAY_MS).toISOString()),
      to: localTime(new Date(now).toISOString()),
    }
  })
  return useForm<PastRangeValues>({ mode: 'uncontrolled', initialValues, onValuesChange: onChange })
}

/** The range as the API takes it. */
export const rangeOf = ({ from, to }: PastRangeValues) => ({ from: instantOf(from), to: instantOf(to) })

/** Its two fields. */
export function PastRange({ form }: { readonly form: UseFormReturnType<PastRangeValues> }) {
  const fields = [
    ['from', 'From'],
    ['to', 'To (not included)'],
  ] as const
  return (
    <Group align="flex-start" gap="sm">
      {fields.map(([name, label]) => (
        <TextInput
          key={form.key(name)}
          label={label}
          type="datetime-local"
          required
          {...form.getInputProps(name)}
        />
      ))}
    </Group>
  )
}
