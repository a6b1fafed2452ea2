import { keepPreviousData } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { api, client } from '../../../api/client.ts'
import type { Column } from '../../../ui/data-table.tsx'
import { Ago } from '../../../ui/time.tsx'
import { useAddress } from '../../../use-address.ts'
import { ListPage } from '../list-page.tsx'
import type { RowAction } from '../row-actions.tsx'
import { CreateTemplate } from './create.tsx'
import { EditTemplate } from './edit.tsx'
import { type Template, templatePath, templatesPath } from './wire.ts'

/** Payloads that webhooks can begin with; the editor of a Webhook Post offers them. */
export function WebhookTemplatesPage() {
  const [{ page = 0 }, change] = useAddress('webhookTemplates')
  const params = { query: { page } }
  const list = api.useQuery('get', templatesPath, { params }, { placeholderData: keepPreviousData })
  return (
    <ListPage
      page="webhookTemplates"
      lead="Payloads that a Webhook Post can begin with. Changing one changes no pipeline."
      list={list}
      path={templatesPath}
      rowKey={({ id }) => id}
      columns={columns}
      actions={actions}
      onPage={(wanted) => change({ page: wanted })}
      create={{ label: 'New template', dialog: (dialog) => <CreateTemplate {...dialog} /> }}
      empty={{
        title: 'No webhook templates yet',
        text: 'Create one for each payload that several webhooks send.',
      }}
    />
  )
}

const columns: readonly Column<Template>[] = [
  { header: 'Name', cell: ({ name }) => name },
  { header: 'Changed', cell: ({ updatedAt }) => <Ago at={updatedAt} /> },
  { header: 'By', cell: ({ updatedBy }) => updatedBy },
]

const actions: readonly RowAction<Template>[] = [
  {
    label: 'Settings',
    icon: Pencil,
    dialog: ({ id, name }, onClose) => <EditTemplate id={id} name={name} onClose={onClose} />,
  },
  {
    label: 'Delete',
    icon: Trash2,
    confirm: ({ name }) => ({
      title: `Delete the webhook template ${name}?`,
      message: 'Webhooks that were created from it keep their payload.',
      action: 'Delete the template',
    }),
    change: remove,
  },
]

async function remove({ id, name }: Template): Promise<string> {
  const { error } = await client.DELETE(templatePath, { params: { path: { webhookTemplateId: id } } })
  if (error) throw error
  return `Deleted the webhook template ${name}`
}
