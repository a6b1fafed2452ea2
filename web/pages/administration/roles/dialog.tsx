import { Alert, Loader } from '@mantine/core'
import { useState } from 'react'
import { api, client, invalidate } from '../../../api/client.ts'
import { ifUnchanged, useEdited } from '../../../api/edited.ts'
import { showDone } from '../../../ui/confirm.tsx'
import { DialogForm } from '../../../ui/dialog-form.tsx'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'
import { RolesEditor } from './editor.tsx'
import type { Roles } from './shapes.ts'

interface RolesDialogProps {
  readonly kind: 'users' | 'groups' | 'api-credentials'
  /** For API credentials the client ID. */
  readonly id: string
  readonly name: string
  readonly onClose: () => void
}

/** Changes the roles of a user, a group or an API credential; they take effect within five seconds. */
export function RolesDialog({ kind, id, name, onClose }: RolesDialogProps) {
  const [draft, setDraft] = useState<Roles>()
  const path =
    kind === 'api-credentials' ? '/v1/api-credentials/{clientId}/roles' : (`/v1/${kind}/{id}/roles` as const)
  const params = { path: { id, clientId: id } }
  const saved = useEdited(['roles', kind, id], () => client.GET(path, { params }))
  const save = api.useMutation('put', path, {
    onSuccess: async () => {
      onClose()
      await invalidate(`/v1/${kind}`)
      showDone(`Saved the roles of ${name}`)
    },
  })
  const roles = draft ?? saved.data?.value
  return (
    <DialogForm
      title={`Roles of ${name}`}
      size="lg"
      isOpen
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        if (saved.data !== undefined && roles !== undefined)
          save.mutate({ params, headers: ifUnchanged(saved.data), body: roles })
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
