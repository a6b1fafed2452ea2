import { keepPreviousData } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import type { Column } from '../../../ui/data-table.tsx'
import { sortingOf } from '../../../ui/sorting.ts'
import { useAddress } from '../../../use-address.ts'
import { ListPage } from '../list-page.tsx'
import { userActions } from './actions.tsx'
import { CreateUser } from './create.tsx'
import type { Principal } from './shapes.ts'

const path = '/v1/users'

/** The users of the directory, created here or by an identity provider over SCIM, and their permissions. */
export function UsersPage() {
  const [{ page = 0, sort: asked }, change] = useAddress('users')
  const { sort, sorting } = sortingOf(['createdAt', 'name', '-name'], asked, change)
  const params = { query: { page, ...(sort !== undefined && { sort }) } }
  const list = api.useQuery('get', path, { params }, { placeholderData: keepPreviousData })
  return (
    <ListPage
      page="users"
      lead="Create users here, or let your identity provider create them over SCIM."
      list={list}
      path={path}
      rowKey={({ id }) => id}
      columns={columns}
      actions={userActions}
      sorting={sorting}
      onPage={(wanted) => change({ page: wanted })}
      create={{ label: 'New user', dialog: (dialog) => <CreateUser {...dialog} /> }}
      empty={{
        title: 'No users yet',
        text: 'Create a user, or connect your identity provider over SCIM.',
      }}
    />
  )
}

const columns: readonly Column<Principal>[] = [
  { header: 'Name', sort: 'name', cell: ({ name }) => name },
  {
    header: 'Account role',
    cell: ({ accountRole }) => (accountRole === 'SUPER_ADMIN' ? 'Administrator' : 'User'),
  },
  { header: 'Status', cell: ({ active }) => (active ? 'Active' : 'Deactivated') },
]
