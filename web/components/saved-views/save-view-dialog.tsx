import { Checkbox, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { useMay } from '../rights/use-may.ts'
import type { ViewedList } from './translate.ts'
import { type SavedView, saveView } from './use-saved-views.ts'

interface SaveViewProps {
  readonly list: ViewedList
  readonly filter: Record<string, string>
  /** The project that the list is of; with it the view can be shared. */
  readonly projectId: string | undefined
  /** Undefined until they are known: before that, nobody can say whether the name is taken. */
  readonly views: readonly SavedView[] | undefined
  readonly onClose: () => void
}

/** Names the filters of a list. */
export function SaveViewDialog({ list, filter, projectId, views, onClose }: SaveViewProps) {
  const [name, setName] = useState('')
  /** Whether the user has said to share it; a view that is replaced stays as it is shared otherwise. */
  const [isShared, share] = useState<boolean>()
  const [isChecked, check] = useState(false)
  const may = useMay()
  const trimmed = name.trim()
  const replaced = views?.find((one) => one.isOwn && one.name.toLowerCase() === trimmed.toLowerCase())
  const save = useMutation({
    mutationFn: () => saveView({ name: trimmed, list, filter, ...sharingOf(isShared, projectId) }, replaced),
    onSuccess: onClose,
  })
  return (
    <DialogForm
      title="Save view"
      isOpen
      onClose={onClose}
      action="Save"
      isPending={save.isPending}
      isWaiting={views === undefined}
      onSubmit={(event) => {
        event.preventDefault()
        check(true)
        if (trimmed !== '') save.mutate()
      }}
    >
      <ProblemAlert error={save.error} />
      <TextInput
        label="Name"
        required
        maxLength={100}
        value={name}
        error={isChecked && trimmed === '' && 'Enter a name'}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {projectId !== undefined && may({ projectId, permission: 'executions:run' }) && (
        <Checkbox
          label="Share with the members of this project"
          description="They see the view; only you can change it"
          checked={isShared ?? (replaced !== undefined && replaced.projectId === projectId)}
          onChange={(event) => share(event.currentTarget.checked)}
        />
      )}
      {replaced !== undefined && <Text size="sm">Replaces your view {replaced.name}.</Text>}
    </DialogForm>
  )
}

const sharingOf = (isShared: boolean | undefined, projectId: string | undefined) =>
  isShared === undefined || projectId === undefined ? {} : { projectId: isShared ? projectId : null }
