import { TextInput } from '@mantine/core'
import { client } from '../../../../api/client.ts'
import { CreateDialog } from '../../../../components/create-form/create-dialog.tsx'
import { useCreateForm } from '../../../../components/create-form/use-create-form.ts'
import { showDone } from '../../../../ui/confirm.tsx'
import { bodyOf, VariableFields, type VariableValues } from './variable-fields.tsx'

const path = '/v1/projects/{projectId}/variables'
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

/** A variable of the project; its overrides are edited in the table afterwards. */
export function NewVariableDialog({ projectId, isOpen, onClose }: NewVariableDialogProps) {
  const creation = useCreateForm<VariableValues, { readonly name: string }>({
    path,
    mode: 'controlled', // the kind of the value field follows the type
    initialValues,
    validate: { name: (name) => (name.trim() === '' ? 'Enter a name' : null) },
    create: (values) =>
      client.POST(path, {
        params: { path: { projectId } },
        body: { name: values.name.trim(), ...bodyOf(values) },
      }),
    onCreated: ({ name }) => {
      showDone(`Created variable ${name}`)
      onClose()
    },
  })
  return (
    <CreateDialog title="New variable" size="lg" creation={creation} isOpen={isOpen} onClose={onClose}>
      <TextInput
        label="Name"
        description="Letters, digits, _ and -. A variable cannot be renamed later."
        required
        data-autofocus
        {...creation.form.getInputProps('name')}
      />
      <VariableFields form={creation.form} />
    </CreateDialog>
  )
}
