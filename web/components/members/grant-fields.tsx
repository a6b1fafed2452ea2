import { ActionIcon, NativeSelect } from '@mantine/core'
import { X } from 'lucide-react'
import { showFailure } from '../../ui/confirm.tsx'
import type { Choice, Principal } from './shapes.ts'

interface GrantSelectProps<V extends string> {
  readonly noun: string
  readonly name: string
  readonly choices: readonly Choice<V>[]
  readonly value: V
  /** Throws what went wrong. */
  readonly onChange: (value: V) => Promise<void>
}

/** What somebody was granted directly, changed in place. */
export function GrantSelect<V extends string>({ noun, name, choices, value, onChange }: GrantSelectProps<V>) {
  return (
    <NativeSelect
      size="xs"
      w={150}
      aria-label={`${noun} of ${name}`}
      data={choices}
      value={value}
      onChange={({ currentTarget }) => void onChange(currentTarget.value as V).catch(showFailure)}
    />
  )
}

interface RemoveGrantProps {
  readonly member: Principal
  readonly onTake: (member: Principal) => void
}

export function RemoveGrant({ member, onTake }: RemoveGrantProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="red"
      aria-label={`Remove ${member.name}`}
      onClick={() => onTake(member)}
    >
      <X size={16} aria-hidden />
    </ActionIcon>
  )
}
