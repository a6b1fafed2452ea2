import { useNavigate } from '@tanstack/react-router'
import { client, invalidate } from '../../../../api/client.ts'
import { paths } from '../../../../paths.ts'
import { showDone } from '../../../../ui/confirm.tsx'
import { PageLink } from '../../../../ui/link.tsx'
import { Page } from '../../../../ui/page.tsx'
import { useAddress } from '../../../../use-address.ts'
import { useProjectId } from '../../../../use-params.ts'
import { ScheduleForm } from '../form/schedule-form.tsx'
import { type FormValues, newScheduleOf, newValues } from '../form/values.ts'

/** A schedule that does not exist yet. */
export function NewSchedulePage() {
  const projectId = useProjectId()
  const navigate = useNavigate()
  const [{ environment = '', pipeline = '' }] = useAddress('newSchedule')
  async function save(values: FormValues): Promise<void> {
    const { data, error } = await client.POST('/v1/projects/{projectId}/schedules', {
      params: { path: { projectId } },
      body: newScheduleOf(values),
    })
    if (error !== undefined) throw error
    await invalidate('/v1/projects/{projectId}/schedules')
    showDone(`Created schedule ${values.name}`)
    await navigate({ to: paths.schedule, params: { projectId, scheduleId: data.scheduleId } })
  }
  return (
    <Page
      title="New schedule"
      trail={[
        <PageLink key="list" to={paths.schedules} params={{ projectId }}>
          Schedules
        </PageLink>,
      ]}
    >
      <ScheduleForm
        projectId={projectId}
        initialValues={{
          ...newValues(Intl.DateTimeFormat().resolvedOptions().timeZone),
          name: pipeline.split('/').at(-1) ?? '',
          environmentName: environment,
          pipelineName: pipeline,
        }}
        action="Create schedule"
        onSave={save}
        onCancel={() => void navigate({ to: paths.schedules, params: { projectId } })}
      />
    </Page>
  )
}
