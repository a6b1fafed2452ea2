import { useNavigate } from '@tanstack/react-router'
import { client, invalidate } from '../../../../api/client.ts'
import { paths } from '../../../../paths.ts'
import { showDone } from '../../../../ui/confirm.tsx'
import { PageLink } from '../../../../ui/link.tsx'
import { Page } from '../../../../ui/page.tsx'
import { useAddress } from '../../../../use-address.ts'
import { useProjectId } from '../../../../use-params.ts'
import { TriggerForm } from '../form/trigger-form.tsx'
import { newTriggerOf, newTriggerValues, type TriggerValues } from '../form/values.ts'
import { showSigningSecret } from '../signing-secret.tsx'

/** A trigger that does not exist yet. */
export function NewTriggerPage() {
  const projectId = useProjectId()
  const [{ pipeline, environment }] = useAddress('newTrigger')
  const navigate = useNavigate()
  async function save(values: TriggerValues): Promise<void> {
    const { data, error } = await client.POST('/v1/projects/{projectId}/triggers', {
      params: { path: { projectId } },
      body: newTriggerOf(values),
    })
    if (error !== undefined) throw error
    await invalidate('/v1/projects/{projectId}/triggers')
    showDone(`Created trigger ${values.name}`)
    await navigate({ to: paths.trigger, params: { projectId, triggerId: data.triggerId } })
    if (data.signingSecret !== undefined) showSigningSecret(data.signingSecret)
  }
  return (
    <Page
      title="New trigger"
      trail={[
        <PageLink key="list" to={paths.triggers} params={{ projectId }}>
          Triggers
        </PageLink>,
      ]}
    >
      <TriggerForm
        projectId={projectId}
        initialValues={newTriggerValues(pipeline, environment)}
        action="Create trigger"
        onSave={save}
        onCancel={() => void navigate({ to: paths.triggers, params: { projectId } })}
      />
    </Page>
  )
}
