import { useForm } from '@mantine/form'
import { useState } from 'react'
import { api, client, invalidate } from '../../../../api/client.ts'
import { type Edited, ifUnchanged, useEdited } from '../../../../api/edited.ts'
import { showDone } from '../../../../ui/confirm.tsx'
import { DialogForm } from '../../../../ui/dialog-form.tsx'
import { DialogLoading } from '../../../../ui/dialog-loading.tsx'
import { ProblemAlert } from '../../../../ui/problem-alert.tsx'
import { showAtFields } from '../../../../ui/problem-fields.ts'
import type { Variable } from '../shapes.ts'
import { bodyOf, VariableFields, type VariableValues } from './variable-fields.tsx'

interface EditVariableDialogProps {
  readonly projectId: string
  readonly variableName: string
  readonly onClose: () => void
}

const one = '/v1/projects/{projectId}/variables/{variableName}'

/**
 * Everything of a variable but its name; refused when somebody else has changed it since the dialog opened.
 */
export function EditVariableDialog({ projectId, variableName, onClose }: EditVariableDialogProps) {
  const { data, error } = useEdited(['variable', projectId, variableName], () =>
    client.GET(one, { params: { path: { projectId, variableName } } }),
  )
  if (data !== undefined) return <EditForm projectId={projectId} stored={data} onClose={onClose} />
  return (
    <DialogLoading
      title={titleOf(variableName)}
      what="the variable"
      size="lg"
      error={error}
      onClose={onClose}
    />
  )
}

interface EditFormProps {
  readonly projectId: string
  readonly stored: Edited<Variable>
  readonly onClose: () => void
}

function EditForm({ projectId, stored, onClose }: EditFormProps) {
  const { name, type, behaviour, description, value, columns = [], supportsDoubleResolution } = stored.value
  const [shown, setShown] = useState<readonly string[]>([])
  const form = useForm<VariableValues>({
    mode: 'controlled',
    initialValues: { name, type, behaviour, description, value, columns, supportsDoubleResolution },
  })
  const change = api.useMutation('patch', one, {
    onSuccess: async () => {
      await invalidate('/v1/projects/{projectId}/variables')
      showDone(`Saved variable ${name}`)
      onClose()
    },
    onError: (error) => setShown(showAtFields(form, error)),
  })
  return (
    <DialogForm
      title={titleOf(name)}
      isOpen
      onClose={onClose}
      onSubmit={form.onSubmit((values) =>
        change.mutate({
          params: { path: { projectId, variableName: name } },
          headers: ifUnchanged(stored),
          body: bodyOf(values),
        }),
      )}
      action="Save"
      isPending={change.isPending}
      size="lg"
    >
      <ProblemAlert error={change.error} fieldMessages={shown} />
      <VariableFields form={form} />
    </DialogForm>
  )
}

const titleOf = (name: string): string => `Edit ${name}`
