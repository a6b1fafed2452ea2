import { ActionIcon, Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { UserPlus, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { showFailure } from '../../ui/confirm.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import type { Need } from '../rights/needs.ts'
import { useMay } from '../rights/use-may.ts'
import { FindPrincipal } from './find-principal.tsx'
import { type Choice, kindWords, type Principal } from './shapes.ts'

interface MembersProps<V extends string, M extends Principal> {
  readonly projectId: string
  /** What changing the members needs. */
  readonly needs: Need
  /** What is given: `Role` or `Access`. */
  readonly noun: string
  readonly lead: ReactNode
  readonly choices: readonly Choice<V>[]
  readonly rows: { readonly results: readonly M[]; readonly total: number } | undefined
  readonly error: unknown
  readonly given: (member: M) => V
  /** Throws what went wrong. */
  readonly onGive: (principal: Principal, value: V) => Promise<void>
  readonly onTake: (member: M) => void
  readonly onPage: (page: number) => void
  readonly empty: ReactNode
}

/** The members with their access, editable in place, and a search to add more. */
export function Members<V extends string, M extends Principal>(props: MembersProps<V, M>) {
  const { noun, lead, choices, rows, error, given, onGive, onTake, onPage, empty } = props
  const mayChange = useMay()(props.needs)
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {lead}
      </Text>
      {mayChange && <GiveTo {...props} />}
      <DataTable
        label="Members"
        rows={rows}
        error={error}
        rowKey={({ id }) => id}
        onPage={onPage}
        columns={[
          { header: 'Name', cell: ({ name }) => name },
          { header: 'Kind', cell: ({ kind }) => kindWords[kind] },
          {
            header: noun,
            cell: (member) =>
              !mayChange ? (
                labelOf(choices, given(member))
              ) : (
                <NativeSelect
                  size="xs"
                  w={150}
                  aria-label={`${noun} of ${member.name}`}
                  data={choices}
                  value={given(member)}
                  onChange={({ currentTarget }) =>
                    void onGive(member, currentTarget.value as V).catch(showFailure)
                  }
                />
              ),
          },
          {
            header: 'Remove',
            isQuiet: true,
            align: 'right',
            cell: (member) =>
              mayChange && (
                <ActionIcon
                  variant="subtle"
                  color="red"
                  aria-label={`Remove ${member.name}`}
                  onClick={() => onTake(member)}
                >
                  <X size={16} aria-hidden />
                </ActionIcon>
              ),
          },
        ]}
        empty={empty}
      />
    </Stack>
  )
}

const labelOf = <V extends string>(choices: readonly Choice<V>[], given: V): string =>
  choices.find(({ value }) => value === given)?.label ?? given

function GiveTo<V extends string, M extends Principal>(props: MembersProps<V, M>) {
  const { projectId, noun, choices, onGive } = props
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
      <FindPrincipal projectId={projectId} chosen={chosen} onChoose={setChosen} />
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
