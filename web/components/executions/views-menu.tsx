import { ActionIcon, Anchor, Button, Group, Popover, Stack, Text, TextInput } from '@mantine/core'
import { Bookmark, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useSession } from '../../api/session.ts'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { type Filter, filterSearch, isNarrowed } from './filter.ts'
import { keepView, readViews, removeView } from './saved-views.ts'

interface ViewsMenuProps {
  /** The filter as the address has it. */
  readonly filter: Filter
  readonly onChange: (filter: Filter) => void
}

/** Filters of the list under names of one's own, kept in this browser. */
export function ViewsMenu({ filter, onChange }: ViewsMenuProps) {
  const { id } = useSession()
  const [views, setViews] = useState(() => readViews(localStorage, id))
  const [isNaming, setNaming] = useState(false)
  const [isOpen, setOpen] = useState(false)
  function apply(wanted: Filter): void {
    onChange({ ...nothing, ...wanted })
    setOpen(false)
  }
  return (
    <>
      <Popover opened={isOpen} onChange={setOpen} trapFocus returnFocus position="bottom-start">
        <Popover.Target>
          <Button
            size="xs"
            variant="default"
            leftSection={<Bookmark size={14} aria-hidden />}
            onClick={() => setOpen((before) => !before)}
          >
            Views
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label="Views" miw={220}>
          <Stack gap={6}>
            {views.length === 0 && <Text size="sm">No saved views in this browser.</Text>}
            {views.map((view) => (
              <Group key={view.name} gap={4} wrap="nowrap" justify="space-between">
                <Anchor
                  component="button"
                  type="button"
                  size="sm"
                  ta="left"
                  onClick={() => apply(view.filter)}
                >
                  {view.name}
                </Anchor>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={`Delete the view ${view.name}`}
                  onClick={() => setViews(removeView(localStorage, id, view.name))}
                >
                  <Trash2 size={14} aria-hidden />
                </ActionIcon>
              </Group>
            ))}
            <Button
              size="compact-sm"
              variant="default"
              disabled={!isNarrowed(filter)}
              onClick={() => {
                setOpen(false)
                setNaming(true)
              }}
            >
              Save these filters…
            </Button>
          </Stack>
        </Popover.Dropdown>
      </Popover>
      {isNaming && (
        <NameDialog
          onClose={() => setNaming(false)}
          onName={(name) => setViews(keepView(localStorage, id, { name, filter }))}
        />
      )}
    </>
  )
}

const nothing: Filter = Object.fromEntries(Object.keys(filterSearch).map((name) => [name, undefined]))

interface NameDialogProps {
  readonly onClose: () => void
  readonly onName: (name: string) => void
}

function NameDialog({ onClose, onName }: NameDialogProps) {
  const [name, setName] = useState('')
  const [isChecked, check] = useState(false)
  const isEmpty = name.trim() === ''
  return (
    <DialogForm
      title="Save view"
      isOpen
      onClose={onClose}
      action="Save"
      isPending={false}
      onSubmit={(event) => {
        event.preventDefault()
        check(true)
        if (isEmpty) return
        onName(name.trim())
        onClose()
      }}
    >
      <TextInput
        label="Name"
        required
        maxLength={100}
        value={name}
        error={isChecked && isEmpty && 'Enter a name'}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Text size="xs" c="dimmed">
        Saved in this browser. A view with the same name is replaced. To share one, copy the address of the
        page.
      </Text>
    </DialogForm>
  )
}
