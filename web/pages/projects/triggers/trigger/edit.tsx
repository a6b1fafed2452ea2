import { useState } from 'react'
import { client, invalidate } from '../../../../api/client.ts'
import { showDone } from '../../../../ui/confirm.tsx'
import { TriggerForm } from '../form/trigger-form.tsx'
import { type TriggerValues, triggerPatchOf, triggerValuesOf } from '../form/values.ts'
import type { DataTrigger } from '../shapes.ts'
import { showSigningSecret } from '../signing-secret.tsx'

interface EditProps {
  readonly projectId: string
  readonly trigger: DataTrigger
  readonly onDone: () => void
}

/** Edits the settings that were loaded when the form opened; only changes are sent. */
export function Edit({ projectId, trigger, onDone }: EditProps) {
  const [before] = useState(() => triggerValuesOf(projectId, trigger))
  async function save(values: TriggerValues): Promise<void> {
    const { data, error } = await client.PATCH('/v1/projects/{projectId}/triggers/{triggerId}', {
      params: { path: { projectId, triggerId: trigger.triggerId } },
      body: triggerPatchOf(before, values),
    })
    if (error !== undefined) throw error
    await invalidate('/v1/projects/{projectId}/triggers')
    showDone(`Saved trigger ${values.name}`)
    onDone()
    if (data.signingSecret !== undefined) showSigningSecret(data.signingSecret)
  }
  return (
    <TriggerForm
      projectId={projectId}
      initialValues={before}
      action="Save changes"
      onSave={save}
      onCancel={onDone}
    />
  )
}
