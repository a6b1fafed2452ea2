import { client } from '../../../api/client.ts'
import { CreateDialog } from '../../../components/create-form/create-dialog.tsx'
import { useCreateForm } from '../../../components/create-form/use-create-form.ts'
import { showDone } from '../../../ui/confirm.tsx'
import { TemplateFields } from './fields.tsx'
import { templatesPath } from './wire.ts'

interface CreateTemplateProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Creates a webhook template. */
export function CreateTemplate({ isOpen, onClose }: CreateTemplateProps) {
  const creation = useCreateForm({
    initialValues: { name: '', payload: '' },
    path: templatesPath,
    create: (body) => client.POST(templatesPath, { body }),
    onCreated: ({ name }) => {
      onClose()
      showDone(`Created ${name}`)
    },
  })
  return (
    <CreateDialog
      title="New webhook template"
      size="lg"
      creation={creation}
      isOpen={isOpen}
      onClose={onClose}
    >
      <TemplateFields form={creation.form} />
    </CreateDialog>
  )
}
