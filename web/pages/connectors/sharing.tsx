import { Checkbox, Loader, MultiSelect } from '@mantine/core'
import { useState } from 'react'
import { api, invalidate } from '../../api/client.ts'
import { useSession } from '../../api/session.ts'
import { useProjectNames } from '../../components/projects.ts'
import { showDone } from '../../ui/confirm.tsx'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { OwnerSelect } from './owner.tsx'
import type { Sharing } from './wire.ts'

interface SharingDialogProps {
  readonly kind: 'custom-connectors' | 'oauths'
  readonly id: string
  readonly name: string
  readonly onClose: () => void
}

/** Changes the owner of a connector or an OAuth entry, and which other projects may use it. */
export function SharingDialog({ kind, id, name, onClose }: SharingDialogProps) {
  const [draft, setDraft] = useState<Sharing>()
  const path =
    kind === 'oauths' ? '/v1/oauths/{oauthId}/sharing' : '/v1/custom-connectors/{connectorId}/sharing'
  const params = { path: { oauthId: id, connectorId: id } }
  const saved = api.useQuery('get', path, { params })
  const save = api.useMutation('put', path, {
    onSuccess: async () => {
      onClose()
      await invalidate(`/v1/${kind}`)
      showDone(`Saved the sharing of ${name}`)
    },
  })
  const sharing = draft ?? saved.data
  return (
    <DialogForm
      title={`Sharing of ${name}`}
      isOpen
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        if (sharing !== undefined) save.mutate({ params, body: sharing })
      }}
      action="Save sharing"
      isPending={save.isPending}
    >
      <ProblemAlert error={save.error ?? saved.error} />
      {sharing !== undefined && <Fields value={sharing} onChange={setDraft} />}
      {sharing === undefined && saved.error === null && <Loader aria-label="Loading the sharing" />}
    </DialogForm>
  )
}

interface FieldsProps {
  readonly value: Sharing
  readonly onChange: (sharing: Sharing) => void
}

function Fields({ value, onChange }: FieldsProps) {
  const { accountRole } = useSession()
  const names = useProjectNames()
  // A project that the user cannot see stays as it is, under its id.
  const ids = new Set([...names.keys(), ...value.projectIds])
  const others = [...ids].filter((id) => id !== value.projectId)
  return (
    <>
      <OwnerSelect value={value.projectId} onChange={(projectId) => onChange({ ...value, projectId })} />
      <Checkbox
        label="Share with all projects"
        description="Also with projects that are created later. Only administrators can set this."
        disabled={accountRole !== 'SUPER_ADMIN' && !value.allProjects}
        checked={value.allProjects}
        onChange={({ currentTarget }) => onChange({ ...value, allProjects: currentTarget.checked })}
      />
      {!value.allProjects && (
        <MultiSelect
          label="Share with these projects"
          description="Their pipelines can use it; their members can see it, not change it."
          searchable
          data={others.map((id) => ({ value: id, label: names.get(id) ?? id }))}
          value={[...value.projectIds]}
          onChange={(projectIds) => onChange({ ...value, projectIds })}
        />
      )}
    </>
  )
}
