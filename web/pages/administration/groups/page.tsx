import { ActionIcon, Button, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { keepPreviousData } from '@tanstack/react-query'
import { Plus, ShieldCheck, Trash2, Users } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { api, client, invalidate } from '../../../api/client.ts'
import { confirmLoss, showDone } from '../../../ui/confirm.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { useAddress } from '../../../use-address.ts'
import { Administration } from '../frame.tsx'
import { RolesDialog } from '../roles/dialog.tsx'
import { CreateGroup } from './create.tsx'
import { MembersDialog } from './members.tsx'

interface Asked {
  readonly id: string
  readonly name: string
  readonly wish: 'roles' | 'members'
}

/** Groups of people, made here or by an identity provider; roles given to one hold for its members. */
export function GroupsPage() {
  const [{ page = 0 }, change] = useAddress('groups')
  const [isCreating, { open, close }] = useDisclosure(false)
  const [asked, setAsked] = useState<Asked>()
  const { data, error, refetch } = api.useQuery(
    'get',
    '/v1/groups',
    { params: { query: { page } } },
    { placeholderData: keepPreviousData },
  )
  const forget = () => setAsked(undefined)
  return (
    <Administration
      page="groups"
      lead="Roles given to a group hold for everybody in it."
      actions={
        <Button leftSection={<Plus size={16} aria-hidden />} onClick={open}>
          New group
        </Button>
      }
    >
      <DataTable
        label="Groups"
        rows={data}
        error={error}
        onRetry={() => void refetch()}
        rowKey={({ id }) => id}
        columns={[
          { header: 'Name', cell: ({ name }) => name },
          {
            header: 'Account role',
            cell: ({ accountRole }) => (accountRole === 'SUPER_ADMIN' ? 'Administrator' : 'User'),
          },
          {
            header: 'Actions',
            isQuiet: true,
            align: 'right',
            cell: ({ id, name }) => (
              <Group gap={4} justify="flex-end" wrap="nowrap">
                <IconButton
                  label={`Members of ${name}`}
                  icon={<Users size={16} aria-hidden />}
                  onClick={() => setAsked({ id, name, wish: 'members' })}
                />
                <IconButton
                  label={`Roles of ${name}`}
                  icon={<ShieldCheck size={16} aria-hidden />}
                  onClick={() => setAsked({ id, name, wish: 'roles' })}
                />
                <IconButton
                  label={`Delete ${name}`}
                  icon={<Trash2 size={16} aria-hidden />}
                  onClick={() => askToDelete(id, name)}
                />
              </Group>
            ),
          },
        ]}
        onPage={(wanted) => change({ page: wanted })}
        empty={
          <EmptyState title="No group yet">Make one, or connect your identity provider over SCIM.</EmptyState>
        }
      />
      <CreateGroup isOpen={isCreating} onClose={close} />
      {asked?.wish === 'roles' && (
        <RolesDialog kind="groups" id={asked.id} name={asked.name} onClose={forget} />
      )}
      {asked?.wish === 'members' && <MembersDialog id={asked.id} name={asked.name} onClose={forget} />}
    </Administration>
  )
}

interface IconButtonProps {
  readonly label: string
  readonly icon: ReactNode
  readonly onClick: () => void
}

function IconButton({ label, icon, onClick }: IconButtonProps) {
  return (
    <ActionIcon variant="default" size="lg" onClick={onClick} aria-label={label}>
      {icon}
    </ActionIcon>
  )
}

function askToDelete(id: string, name: string): void {
  async function remove(): Promise<void> {
    const params = { path: { id } }
    const { error } = await client.DELETE('/v1/directory-integration/scim/v2/Groups/{id}', { params })
    if (error) throw error
    await invalidate('/v1/groups')
    showDone(`${name} is deleted`)
  }
  confirmLoss({
    title: `Delete the group ${name}?`,
    message: 'Its members lose what the group gave them within five seconds.',
    action: 'Delete the group',
    onConfirm: remove,
  })
}
