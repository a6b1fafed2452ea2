import { Badge } from '@mantine/core'
import { Check, CircleDashed, Clock, type LucideIcon, Minus, X } from 'lucide-react'

const looks: Readonly<Record<string, readonly [colour: string, icon: LucideIcon]>> = {
  FIRED: ['green', Check],
  DONE: ['green', Check],
  SKIPPED: ['gray', Minus],
  FAILED: ['red', X],
  MISSED: ['orange', Clock],
}

/** What became of a due time or a backfill, as a word with its icon. */
export function Outcome({ outcome }: { readonly outcome: string }) {
  const [colour, Icon] = looks[outcome] ?? ['gray', CircleDashed]
  return (
    <Badge color={colour} variant="light" leftSection={<Icon size={12} aria-hidden />} tt="none">
      {outcome}
    </Badge>
  )
}
