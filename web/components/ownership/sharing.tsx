import { Alert, Checkbox, Loader, MultiSelect } from '@mantine/core'
import { useState } from 'react'
import type { operations } from '../../../openapi/types.generated.ts'
import { api, client, invalidate } from '../../api/client.ts'
import { type Edited, ifUnchanged, useEdited } from '../../api/edited.ts'
import { useSession } from '../../api/session.ts'
import { showDone } from '../../ui/confirm.tsx'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { useProjectNames } from '../projects.ts'
import { OwnerSelect } from './owner.tsx'

type Sharing = operations['getOAuthSharing']['responses'][200]['content']['application/json']

interface SharingDialogProps {
  readonly kind: 'custom-connectors' | 'oauths'
  readonly id: string
  readonly name: string
  readonly onClose: () => void
}

/** Changes the owner of a connector or an OAuth entry, and which other projects may use it. */
export function SharingDialog({ kind, id, name, onClose }: SharingDialogProps) {
  const path =
    kind === 'oauths' ? '/v1/oauths/{oauthId}/sharing' : '/v1/custom-connectors/{connectorId}/sharing'
  const params = { path: { oauthId: id, connectorId: id } }
  const saved = useEdited(['sharing', kind, id], () => client.GET(path, { params }))
  const onSuccess = () => afterSaving(`/v1/${kind}`, name, onClose)
  const save = api.useMutation('put', path, { onSuccess })
  const onSave = (read: Edited<Sharing>, body: Sharing) =>
    save.mutate({ params, headers: ifUnchanged(read), body })
  return <SharingForm name={name} saved={saved} save={save} onSave={onSave} onClose={onClose} />
}

/** The same of a set of shared pipelines. */
export function SharedSetSharing({
  prefix,
  onClose,
}: {
  readonly prefix: string
  readonly onClose: () => void
}) {
  const path = '/v1/shared-pipelines/sharing'
  const params = { query: { sharedPipelineIdPrefix: prefix } }
  const saved = useEdited(['sharing', 'shared-pipelines', prefix], () => client.GET(path, { params }))
  const onSuccess = () => afterSaving('/v1/shared-pipelines', prefix, onClose)
  const save = api.useMutation('put', path, { onSuccess })
  const onSave = (read: Edited<Sharing>, body: Sharing) =>
    save.mutate({ params, headers: ifUnchanged(read), body })
  const onLost = 'Pipelines of projects that may no longer run it fail at their next run.'
  return (
    <SharingForm name={prefix} saved={saved} save={save} onLost={onLost} onSave={onSave} onClose={onClose} />
  )
}

async function afterSaving(path: string, name: string, onClose: () => void): Promise<void> {
  onClose()
  await invalidate(path)
  showDone(`Saved the sharing of ${name}`)
}

interface SharingFormProps {
  readonly name: string
  readonly saved: { readonly data: Edited<Sharing> | undefined; readonly error: unknown }
  readonly save: { readonly error: unknown; readonly isPending: boolean }
  /** What happens in projects that it is no longer shared with. */
  readonly onLost?: string
  /** Saves what replaces `read`. */
  readonly onSave: (read: Edited<Sharing>, sharing: Sharing) => void
  readonly onClose: () => void
}

function SharingForm({ name, saved, save, onLost, onSave, onClose }: SharingFormProps) {
  const [draft, setDraft] = useState<Sharing>()
  const sharing = draft ?? saved.data?.value
  return (
    <DialogForm
      title={`Sharing of ${name}`}
      isOpen
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        if (saved.data !== undefined && sharing !== undefined) onSave(saved.data, sharing)
      }}
      action="Save sharing"
      isPending={save.isPending}
    >
      <ProblemAlert error={save.error ?? saved.error} />
      {sharing !== undefined && <Fields value={sharing} onChange={setDraft} />}
      {onLost !== undefined && sharing !== undefined && losesProjects(saved.data?.value, sharing) && (
        <Alert color="orange">{onLost}</Alert>
      )}
      {sharing === undefined && saved.error === null && <Loader aria-label="Loading the sharing" />}
    </DialogForm>
  )
}

/** Whether some project could use it before and cannot any more. */
function losesProjects(before: Sharing | undefined, now: Sharing): boolean {
  if (before === undefined || now.allProjects) return false
  const kept = new Set([...now.projectIds, now.projectId])
  return (
    before.allProjects || [...before.projectIds, before.projectId].some((id) => id !== null && !kept.has(id))
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
