import { keepPreviousData } from '@tanstack/react-query'
import { ShieldCheck, Trash2, Users } from 'lucide-react'
import type { operations } from '../../../../openapi/types.generated.ts'
import { api, client } from '../../../api/client.ts'
import type { Column } from '../../../ui/data-table.tsx'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'
import { sortingOf } from '../../../ui/sorting.ts'
import { useAddress } from '../../../use-address.ts'
import { ListPage } from '../list-page.tsx'
import { RolesDialog } from '../roles/dialog.tsx'
import type { RowAction } from '../row-actions.tsx'
import { CreateGroup } from './create.tsx'
import { MembersDialog } from './members.tsx'

const path = '/v1/groups'
type DirectoryGroup =
  operations['listGroups']['responses'][200]['content']['application/json']['results'][number]

/** Groups of users, created here or by an identity provider; their members have their roles. */
export function GroupsPage() {
  const [{ page = 0, group, sort: asked }, change] = useAddress('groups')
  const { sort, sorting } = sortingOf(['createdAt', 'name', '-name'], asked, change)
  const params = { query: { page, ...(sort !== undefined && { sort }) } }
  const list = api.useQuery('get', path, { params }, { placeholderData: keepPreviousData })
  return (
    <ListPage
      page="groups"
      lead="All members of a group have the roles of the group."
      list={list}
      path={path}
      rowKey={({ id }) => id}
      columns={columns}
      actions={actions}
      sorting={sorting}
      onPage={(wanted) => change({ page: wanted })}
      create={{ label: 'New group', dialog: (dialog) => <CreateGroup {...dialog} /> }}
      empty={{
        title: 'No groups yet',
        text: 'Create a group, or connect your identity provider over SCIM.',
      }}
    >
      {group !== undefined && <LinkedGroup id={group} onClose={() => change({ group: undefined })} />}
    </ListPage>
  )
}

/** The members of the group that a link names. */
function LinkedGroup({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { data, error } = api.useQuery('get', '/v1/groups/{id}', { params: { path: { id } } })
  if (error) return <ProblemAlert error={error} />
  return data === undefined ? null : <MembersDialog id={id} name={data.name} onClose={onClose} />
}

const columns: readonly Column<DirectoryGroup>[] = [
  { header: 'Name', sort: 'name', cell: ({ name }) => name },
  {
    header: 'Account role',
    cell: ({ accountRole }) => (accountRole === 'SUPER_ADMIN' ? 'Administrator' : 'User'),
  },
]

const actions: readonly RowAction<DirectoryGroup>[] = [
  {
    label: 'Members',
    icon: Users,
    dialog: ({ id, name }, onClose) => <MembersDialog id={id} name={name} onClose={onClose} />,
  },
  {
    label: 'Roles',
    icon: ShieldCheck,
    dialog: ({ id, name }, onClose) => <RolesDialog kind="groups" id={id} name={name} onClose={onClose} />,
  },
  {
    label: 'Delete',
    icon: Trash2,
    confirm: ({ name }) => ({
      title: `Delete the group ${name}?`,
      message: 'Its members lose the roles of the group within five seconds.',
      action: 'Delete the group',
    }),
    change: remove,
  },
]

async function remove({ id, name }: DirectoryGroup): Promise<string> {
  const one = '/v1/directory-integration/scim/v2/Groups/{id}'
  const { error } = await client.DELETE(one, { params: { path: { id } } })
  if (error) throw error
  return `Deleted the group ${name}`
}
