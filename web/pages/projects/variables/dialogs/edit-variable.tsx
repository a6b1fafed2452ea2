import { useForm } from '@mantine/form'
import { useState } from 'react'
import { api, invalidate } from '../../../../api/client.ts'
import { showDone } from '../../../../ui/confirm.tsx'
import { DialogForm } from '../../../../ui/dialog-form.tsx'
import { ProblemAlert } from '../../../../ui/problem-alert.tsx'
import { showAtFields } from '../../../../ui/problem-fields.ts'
import type { Variable } from '../shapes.ts'
import { bodyOf, VariableFields, type VariableValues } from './variable-fields.tsx'

interface EditVariableDialogProps {
  readonly projectId: string
  readonly variable: Variable
  readonly onClose: () => void
}

/** Everything of a variable but its name, which never changes. */
export function EditVariableDialog({ projectId, variable, onClose }: EditVariableDialogProps) {
  const { name, type, behaviour, description, value, columns = [], supportsDoubleResolution } = variable
  const [shown, setShown] = useState<readonly string[]>([])
  const form = useForm<VariableValues>({
    mode: 'controlled',
    initialValues: { name, type, behaviour, description, value, columns, supportsDoubleResolution },
  })
  const change = api.useMutation('patch', '/v1/projects/{projectId}/variables/{variableName}', {
    onSuccess: async () => {
      await invalidate('/v1/projects/{projectId}/variables')
      showDone(`Saved variable ${name}`)
      onClose()
    },
    onError: (error) => setShown(showAtFields(form, error)),
  })
  return (
    <DialogForm
      title={`Edit ${name}`}
      isOpen
      onClose={onClose}
      onSubmit={form.onSubmit((values) =>
        change.mutate({ params: { path: { projectId, variableName: name } }, body: bodyOf(values) }),
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
