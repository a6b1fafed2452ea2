import { Button, Group } from '@mantine/core'
import { X } from 'lucide-react'
import { exactTime } from '../../ui/time.tsx'
import type { Filter } from './filter.ts'

interface OtherFiltersProps {
  readonly filter: Filter
  readonly onChange: (change: Filter) => void
}

const time = (text: string): string => (Number.isNaN(Date.parse(text)) ? text : exactTime(text))

/** Filters without a field of their own: saved views of programs have them. */
const words = {
  queuedAfter: (text: string) => `Queued after ${time(text)}`,
  queuedBefore: (text: string) => `Queued before ${time(text)}`,
  timeFrame: (text: string) => `Queued within ${text}`,
  unpublished: (text: string) => (text === 'true' ? 'Only unpublished' : 'Only published'),
} as const
const names = Object.keys(words) as (keyof typeof words)[]

/** Those that narrow the list, each as a button that removes it. */
export function OtherFilters({ filter, onChange }: OtherFiltersProps) {
  const given = names.flatMap((name) => {
    const text = filter[name]
    return text === undefined ? [] : [{ name, label: words[name](text) }]
  })
  if (given.length === 0) return null
  return (
    <Group gap="xs" role="group" aria-label="Other filters">
      {given.map(({ name, label }) => (
        <Button
          key={name}
          size="compact-sm"
          variant="default"
          rightSection={<X size={14} aria-hidden />}
          aria-label={`Remove the filter: ${label}`}
          onClick={() => onChange({ page: undefined, [name]: undefined })}
        >
          {label}
        </Button>
      ))}
    </Group>
  )
}
