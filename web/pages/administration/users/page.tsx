import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { keepPreviousData } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { useAddress } from '../../../use-address.ts'
import { Administration } from '../frame.tsx'
import { RolesDialog } from '../roles/dialog.tsx'
import { CreateUser } from './create.tsx'
import { UserMenu, type Wish } from './menu.tsx'
import { PermissionsDialog } from './permissions.tsx'
import type { Principal } from './shapes.ts'

/** The people of the directory: made here or by an identity provider over SCIM, and what they may do. */
export function UsersPage() {
  const [{ page = 0 }, change] = useAddress('users')
  const [isCreating, { open, close }] = useDisclosure(false)
  const [asked, setAsked] = useState<{ readonly user: Principal; readonly wish: Wish }>()
  const { data, error, refetch } = api.useQuery(
    'get',
    '/v1/users',
    { params: { query: { page } } },
    { placeholderData: keepPreviousData },
  )
  const forget = () => setAsked(undefined)
  return (
    <Administration
      page="users"
      lead="People are made here, or by an identity provider that connects over SCIM."
      actions={
        <Button leftSection={<Plus size={16} aria-hidden />} onClick={open}>
          New user
        </Button>
      }
    >
      <DataTable
        label="Users"
        rows={data}
        error={error}
        onRetry={() => void refetch()}
        rowKey={({ id }) => id}
        columns={[
          ...columns,
          {
            header: 'Actions',
            isQuiet: true,
            align: 'right',
            cell: (user) => <UserMenu user={user} onWish={(wish) => setAsked({ user, wish })} />,
          },
        ]}
        onPage={(wanted) => change({ page: wanted })}
        empty={
          <EmptyState title="No user yet">Make one, or connect your identity provider over SCIM.</EmptyState>
        }
      />
      <CreateUser isOpen={isCreating} onClose={close} />
      {asked?.wish === 'roles' && (
        <RolesDialog kind="users" id={asked.user.id} name={asked.user.name} onClose={forget} />
      )}
      {asked?.wish === 'permissions' && <PermissionsDialog user={asked.user} onClose={forget} />}
    </Administration>
  )
}

const columns: readonly Column<Principal>[] = [
  { header: 'Name', cell: ({ name }) => name },
  {
    header: 'Account role',
    cell: ({ accountRole }) => (accountRole === 'SUPER_ADMIN' ? 'Administrator' : 'User'),
  },
  { header: 'May sign in', cell: ({ active }) => (active ? 'yes' : 'no, deactivated') },
]
