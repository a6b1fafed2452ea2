import { ActionIcon, Button, Checkbox, Group, Paper, Popover, Stack, Text, Tooltip } from '@mantine/core'
import { useDisclosure, useId } from '@mantine/hooks'
import { Minus, Plus } from 'lucide-react'
import { useState } from 'react'
import { OAuthStatus } from '../oauth-status.tsx'
import type { OAuth } from '../wire.ts'
import classes from './editor.module.css'

/** Without a status where the list does not have the entry, or not yet. */
type Entry = Pick<OAuth, 'oauthId' | 'name'> & Partial<Pick<OAuth, 'status'>>

interface OAuthProvidersProps {
  readonly attached: readonly Entry[]
  readonly others: readonly OAuth[]
  readonly onAdd: (oauthIds: readonly string[]) => void
  readonly onRemove: (oauthIds: readonly string[]) => void
}

/**
 * Selects several OAuth entries: `+` offers the others with checkboxes, `–` removes the ticked ones. Entries
 * pending setup may be attached like any other, because they can be authorized later.
 */
export function OAuthProviders({ attached, others, onAdd, onRemove }: OAuthProvidersProps) {
  const [ticked, setTicked] = useState<readonly string[]>([])
  const labelId = useId()
  const remove = () => {
    onRemove(ticked)
    setTicked([])
  }
  return (
    <fieldset className={classes.plain} aria-labelledby={labelId}>
      <Group justify="space-between" mb={4}>
        <Text id={labelId} size="sm" fw={500}>
          OAuth Provider
        </Text>
        <Group gap={4}>
          <AddProviders others={others} onAdd={onAdd} />
          <Tooltip label="Remove the selected providers">
            <ActionIcon
              variant="default"
              aria-label="Remove the selected OAuth providers"
              disabled={ticked.length === 0}
              onClick={remove}
            >
              <Minus size={16} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </Group>
      </Group>
      <Paper withBorder p="xs">
        {attached.length === 0 ? (
          <Text size="sm" c="dimmed">
            No providers yet. Add one or more with the + button.
          </Text>
        ) : (
          <Choices oauths={attached} ticked={ticked} onTick={setTicked} label="Attached OAuth providers" />
        )}
      </Paper>
    </fieldset>
  )
}

interface ChoicesProps {
  readonly oauths: readonly Entry[]
  readonly ticked: readonly string[]
  readonly onTick: (ticked: string[]) => void
  readonly label: string
}

function Choices({ oauths, ticked, onTick, label }: ChoicesProps) {
  return (
    <Checkbox.Group value={[...ticked]} onChange={onTick} aria-label={label}>
      <Stack gap={6}>
        {oauths.map(({ oauthId, name, status }) => (
          <Group key={oauthId} gap="xs" justify="space-between">
            <Checkbox value={oauthId} label={name} />
            {status !== undefined && <OAuthStatus status={status} />}
          </Group>
        ))}
      </Stack>
    </Checkbox.Group>
  )
}

interface AddProvidersProps {
  readonly others: readonly OAuth[]
  readonly onAdd: (oauthIds: readonly string[]) => void
}

function AddProviders({ others, onAdd }: AddProvidersProps) {
  const [isOpen, { open, close }] = useDisclosure(false)
  const [ticked, setTicked] = useState<readonly string[]>([])
  const add = () => {
    onAdd(ticked)
    setTicked([])
    close()
  }
  return (
    <Popover
      opened={isOpen}
      onChange={(opened) => !opened && close()}
      trapFocus
      returnFocus
      position="bottom-end"
    >
      <Popover.Target>
        <Tooltip label="Add providers">
          <ActionIcon variant="default" aria-label="Add OAuth providers" onClick={isOpen ? close : open}>
            <Plus size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label="Add OAuth providers" miw={260} mah={360} style={{ overflowY: 'auto' }}>
        <Stack gap="sm">
          {others.length === 0 ? (
            <Text size="sm">There are no other OAuth entries. Add them with “Manage OAuth”.</Text>
          ) : (
            <Choices oauths={others} ticked={ticked} onTick={setTicked} label="Other OAuth entries" />
          )}
          <Group justify="flex-end" gap="xs">
            <Button size="compact-sm" variant="default" onClick={close}>
              Cancel
            </Button>
            <Button size="compact-sm" disabled={ticked.length === 0} onClick={add}>
              Add
            </Button>
          </Group>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
