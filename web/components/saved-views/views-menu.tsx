import { ActionIcon, Anchor, Button, Group, Loader, Popover, Stack, Text } from '@mantine/core'
import { Bookmark, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { useMay } from '../rights/use-may.ts'
import { SaveViewDialog } from './save-view-dialog.tsx'
import { type AddressFilter, toAddress, toQuery, type ViewedList } from './translate.ts'
import { deleteView, type SavedView, useSavedViews } from './use-saved-views.ts'

interface ViewsMenuProps {
  readonly list: ViewedList
  /** The filter as the address has it. */
  readonly filter: AddressFilter
  /** The project that the list is of, if it is of one. */
  readonly projectId?: string | undefined
  readonly onChange: (filter: ReturnType<typeof toAddress>) => void
}

/** Filters of a list under names: one's own, and those that are shared in the project. */
export function ViewsMenu({ list, filter, projectId, onChange }: ViewsMenuProps) {
  const views = useSavedViews(list, projectId)
  const [isNaming, setNaming] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const [error, setError] = useState<unknown>()
  const may = useMay()
  const query = toQuery(list, filter)
  function apply(view: SavedView): void {
    onChange(toAddress(list, view.filter))
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
        <Popover.Dropdown
          aria-label="Views"
          miw={220}
          maw="min(360px, 90vw)"
          mah="60vh"
          style={{ overflowY: 'auto' }}
        >
          <Stack gap={6}>
            <ProblemAlert error={error ?? views.error} />
            {views.isLoading && <Loader size="sm" aria-label="Loading the views" />}
            {views.data?.total === 0 && <Text size="sm">No saved views yet.</Text>}
            {views.data?.results.map((view) => (
              <Entry
                key={view.savedViewId}
                view={view}
                mayDelete={view.isOwn || may({ projectId: view.projectId!, permission: 'project:write' })}
                onApply={() => apply(view)}
                onDelete={() => void deleteView(view).then(() => setError(undefined), setError)}
              />
            ))}
            <Button
              size="compact-sm"
              variant="default"
              disabled={Object.keys(query).length === 0}
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
        <SaveViewDialog
          list={list}
          filter={query}
          projectId={projectId}
          views={views.isError ? [] : views.data?.results}
          onClose={() => setNaming(false)}
        />
      )}
    </>
  )
}

interface EntryProps {
  readonly view: SavedView
  readonly mayDelete: boolean
  readonly onApply: () => void
  readonly onDelete: () => void
}

const Entry = ({ view: { name, owner, isOwn, projectId }, mayDelete, onApply, onDelete }: EntryProps) => (
  <Group gap={4} wrap="nowrap" justify="space-between">
    <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
      <Anchor component="button" type="button" size="sm" ta="left" onClick={onApply}>
        {name}
      </Anchor>
      {projectId !== undefined && (
        <Text size="xs" c="dimmed">
          {isOwn ? 'Shared by you' : `Shared by ${owner}`}
        </Text>
      )}
    </div>
    {mayDelete && (
      <ActionIcon variant="subtle" color="gray" aria-label={`Delete the view ${name}`} onClick={onDelete}>
        <Trash2 size={14} aria-hidden />
      </ActionIcon>
    )}
  </Group>
)
