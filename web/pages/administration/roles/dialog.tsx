import { Alert, Loader } from '@mantine/core'
import { useState } from 'react'
import { api, invalidate } from '../../../api/client.ts'
import { showDone } from '../../../ui/confirm.tsx'
import { DialogForm } from '../../../ui/dialog-form.tsx'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'
import { RolesEditor } from './editor.tsx'
import type { Roles } from './shapes.ts'

interface RolesDialogProps {
  readonly kind: 'users' | 'groups'
  readonly id: string
  readonly name: string
  readonly onClose: () => void
}

/** Changes the roles of a user or a group; they take effect within five seconds. */
export function RolesDialog({ kind, id, name, onClose }: RolesDialogProps) {
  const [draft, setDraft] = useState<Roles>()
  const path = `/v1/${kind}/{id}/roles` as const
  const saved = api.useQuery('get', path, { params: { path: { id } } })
  const save = api.useMutation('put', path, {
    onSuccess: async () => {
      onClose()
      await invalidate(`/v1/${kind}`)
      showDone(`Saved the roles of ${name}`)
    },
  })
  const roles = draft ?? saved.data
  return (
    <DialogForm
      title={`Roles of ${name}`}
      size="lg"
      isOpen
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        if (roles !== undefined) save.mutate({ params: { path: { id } }, body: roles })
      }}
      action="Save roles"
      isPending={save.isPending}
    >
      <ProblemAlert error={save.error ?? saved.error} />
      {kind === 'users' && (
        <Alert color="gray">
          Users also have the roles of their groups. “Effective permissions” shows all of them and their
          origin.
        </Alert>
      )}
      {roles === undefined ? (
        <Loader aria-label="Loading the roles" />
      ) : (
        <RolesEditor value={roles} onChange={setDraft} />
      )}
    </DialogForm>
  )
}
