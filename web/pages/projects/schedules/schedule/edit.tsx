import { useState } from 'react'
import { client, invalidate } from '../../../../api/client.ts'
import { showDone } from '../../../../ui/confirm.tsx'
import { ScheduleForm } from '../form/schedule-form.tsx'
import { type FormValues, patchOf, valuesOf } from '../form/values.ts'
import type { Schedule } from '../shapes.ts'

interface EditScheduleProps {
  readonly projectId: string
  readonly schedule: Schedule
  readonly onDone: () => void
}

/** Edits the settings that were loaded when the form opened; only changes are sent. */
export function EditSchedule({ projectId, schedule, onDone }: EditScheduleProps) {
  const [before] = useState(() => valuesOf(schedule))
  async function save(values: FormValues): Promise<void> {
    const { error } = await client.PATCH('/v1/projects/{projectId}/schedules/{scheduleId}', {
      params: { path: { projectId, scheduleId: schedule.scheduleId } },
      body: patchOf(before, values, new Date()),
    })
    if (error !== undefined) throw error
    await invalidate('/v1/projects/{projectId}/schedules')
    showDone(`Saved schedule ${values.name}`)
    onDone()
  }
  return (
    <ScheduleForm
      projectId={projectId}
      initialValues={before}
      action="Save changes"
      onSave={save}
      onCancel={onDone}
    />
  )
}
