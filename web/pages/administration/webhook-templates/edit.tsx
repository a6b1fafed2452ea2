import { client } from '../../../api/client.ts'
import { type Edited, ifUnchanged, useEdited } from '../../../api/edited.ts'
import { CreateDialog } from '../../../components/create-form/create-dialog.tsx'
import { useCreateForm } from '../../../components/create-form/use-create-form.ts'
import { showDone } from '../../../ui/confirm.tsx'
import { DialogLoading } from '../../../ui/dialog-loading.tsx'
import { TemplateFields } from './fields.tsx'
import { type Template, templatePath, templatesPath } from './wire.ts'

interface EditTemplateProps {
  readonly id: string
  readonly name: string
  readonly onClose: () => void
}

/** Changes a template; refused when somebody else has changed it since the dialog opened. */
export function EditTemplate({ id, name, onClose }: EditTemplateProps) {
  const { data, error } = useEdited(['webhook template', id], () =>
    client.GET(templatePath, { params: { path: { webhookTemplateId: id } } }),
  )
  if (data !== undefined) return <EditForm stored={data} onClose={onClose} />
  return <DialogLoading title={titleOf(name)} what="the template" size="lg" error={error} onClose={onClose} />
}

function EditForm({ stored, onClose }: { readonly stored: Edited<Template>; readonly onClose: () => void }) {
  const { id, name, payload } = stored.value
  const change = useCreateForm({
    initialValues: { name, payload },
    path: templatesPath,
    create: (body) =>
      client.PATCH(templatePath, {
        params: { path: { webhookTemplateId: id } },
        headers: ifUnchanged(stored),
        body,
      }),
    onCreated: (changed) => {
      onClose()
      showDone(`Changed ${changed.name}`)
    },
  })
  return (
    <CreateDialog title={titleOf(name)} action="Save" size="lg" creation={change} isOpen onClose={onClose}>
      <TemplateFields form={change.form} />
    </CreateDialog>
  )
}

const titleOf = (name: string): string => `Settings of ${name}`
