import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { api, invalidate } from '../../../../api/client.ts'
import { showDone } from '../../../../ui/confirm.tsx'
import { DialogForm } from '../../../../ui/dialog-form.tsx'
import { ProblemAlert } from '../../../../ui/problem-alert.tsx'
import { showAtFields } from '../../../../ui/problem-fields.ts'
import { bodyOf, VariableFields, type VariableValues } from './variable-fields.tsx'

const initialValues: VariableValues = {
  name: '',
  type: 'TEXT',
  behaviour: 'COPIED',
  description: '',
  value: '',
  columns: [],
  supportsDoubleResolution: false,
}

interface NewVariableDialogProps {
  readonly projectId: string
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** A variable of the project; overrides are written in the table afterwards. */
export function NewVariableDialog({ projectId, isOpen, onClose }: NewVariableDialogProps) {
  const [shown, setShown] = useState<readonly string[]>([])
  const form = useForm<VariableValues>({
    mode: 'controlled',
    initialValues,
    validate: { name: (name) => (name.trim() === '' ? 'Give the variable a name' : null) },
  })
  const create = api.useMutation('post', '/v1/projects/{projectId}/variables', {
    onSuccess: async ({ name }) => {
      await invalidate('/v1/projects/{projectId}/variables')
      showDone(`The variable ${name} is made.`)
      close()
    },
    onError: (error) => setShown(showAtFields(form, error)),
  })
  function close(): void {
    form.reset()
    create.reset()
    onClose()
  }
  return (
    <DialogForm
      title="New variable"
      isOpen={isOpen}
      onClose={close}
      onSubmit={form.onSubmit((values) =>
        create.mutate({
          params: { path: { projectId } },
          body: { name: values.name.trim(), ...bodyOf(values) },
        }),
      )}
      action="Create"
      isPending={create.isPending}
      size="lg"
    >
      <ProblemAlert error={create.error} fieldMessages={shown} />
      <TextInput
        label="Name"
        description="Letters, digits, _ and -; it stays as it is for ever"
        required
        data-autofocus
        {...form.getInputProps('name')}
      />
      <VariableFields form={form} />
    </DialogForm>
  )
}
