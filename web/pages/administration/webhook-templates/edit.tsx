import { Loader, Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { client } from '../../../api/client.ts'
import { CreateDialog } from '../../../components/create-form/create-dialog.tsx'
import { useCreateForm } from '../../../components/create-form/use-create-form.ts'
import { showDone } from '../../../ui/confirm.tsx'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'
import { TemplateFields } from './fields.tsx'
import { type Template, templatePath, templatesPath } from './wire.ts'

/** A template with the entity tag it was read with. */
interface Stored {
  readonly template: Template
  readonly etag: string
}

/** Reads the template once, when the dialog opens: a refetch would overwrite what the user is editing. */
const useStored = (id: string) =>
  useQuery({
    queryKey: ['webhook template being edited', id],
    queryFn: async (): Promise<Stored> => {
      const params = { path: { webhookTemplateId: id } }
      const { data, error, response } = await client.GET(templatePath, { params })
      if (error !== undefined) throw error
      return { template: data, etag: response.headers.get('etag') ?? '*' }
    },
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })

interface EditTemplateProps {
  readonly id: string
  readonly name: string
  readonly onClose: () => void
}

/** Changes a template; refused when somebody else has changed it since the dialog opened. */
export function EditTemplate({ id, name, onClose }: EditTemplateProps) {
  const { data, error } = useStored(id)
  if (data !== undefined) return <EditForm stored={data} onClose={onClose} />
  return (
    <Modal opened onClose={onClose} title={titleOf(name)} size="lg">
      <ProblemAlert error={error} />
      {error === null && <Loader aria-label="Loading the template" />}
    </Modal>
  )
}

function EditForm({ stored, onClose }: { readonly stored: Stored; readonly onClose: () => void }) {
  const { id, name, payload } = stored.template
  const change = useCreateForm({
    initialValues: { name, payload },
    path: templatesPath,
    create: (body) =>
      client.PATCH(templatePath, {
        params: { path: { webhookTemplateId: id } },
        headers: { 'if-match': stored.etag },
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
