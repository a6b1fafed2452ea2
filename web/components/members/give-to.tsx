import { Button, Group, NativeSelect } from '@mantine/core'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { showFailure } from '../../ui/confirm.tsx'
import { FindPrincipal, type GrantPlace } from './find-principal.tsx'
import type { Choice, Principal } from './shapes.ts'

interface GiveToProps<V extends string> {
  readonly place: GrantPlace
  readonly noun: string
  readonly choices: readonly Choice<V>[]
  /** Throws what went wrong. */
  readonly onGive: (principal: Principal, value: V) => Promise<void>
}

/** A search for users, groups and credentials, and what the one that is found gets. */
export function GiveTo<V extends string>({ place, noun, choices, onGive }: GiveToProps<V>) {
  const [chosen, setChosen] = useState<Principal>()
  const [value, setValue] = useState<V>(choices[0]!.value)
  const [isPending, setPending] = useState(false)
  async function give(): Promise<void> {
    if (chosen === undefined) return
    setPending(true)
    try {
      await onGive(chosen, value)
      setChosen(undefined)
    } catch (error) {
      showFailure(error)
    } finally {
      setPending(false)
    }
  }
  return (
    <Group align="flex-start" gap="xs">
      <FindPrincipal place={place} chosen={chosen} onChoose={setChosen} />
      <NativeSelect
        label={noun}
        data={choices}
        value={value}
        onChange={({ currentTarget }) => setValue(currentTarget.value as V)}
      />
      <Button
        mt={25}
        variant="default"
        leftSection={<UserPlus size={16} aria-hidden />}
        disabled={chosen === undefined}
        loading={isPending}
        onClick={() => void give()}
      >
        Add
      </Button>
    </Group>
  )
}
