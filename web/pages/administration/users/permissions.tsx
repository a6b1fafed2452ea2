import { Loader, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import type { operations } from '../../../api/generated.ts'
import { DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'
import type { Principal } from './shapes.ts'

type Permissions = operations['getUserPermissions']['responses'][200]['content']['application/json']
type From = Permissions['accountRoleFrom']

/** What a person may do, and which role of its own or of a group says so. */
export function PermissionsDialog({
  user,
  onClose,
}: {
  readonly user: Principal
  readonly onClose: () => void
}) {
  const [page, setPage] = useState(0)
  const { data, error } = api.useQuery('get', '/v1/users/{id}/permissions', {
    params: { path: { id: user.id }, query: { page } },
  })
  return (
    <Modal opened onClose={onClose} title={`Permissions of ${user.name}`} size="xl">
      <ProblemAlert error={error} />
      {data === undefined && !error && <Loader aria-label="Loading the permissions" />}
      {data !== undefined && (
        <Stack>
          <Text size="sm">
            {data.active ? '' : 'Deactivated: may do nothing, whatever the roles say. '}
            Account role {data.accountRole}
            {giversOf(data.accountRoleFrom)}.
          </Text>
          <DataTable
            label="Projects"
            rows={data.projects}
            rowKey={({ projectId }) => projectId}
            onPage={setPage}
            columns={[
              { header: 'Project', cell: ({ name }) => name },
              { header: 'Role', cell: ({ role, roleFrom }) => `${role}${giversOf(roleFrom)}` },
              {
                header: 'Environments',
                cell: ({ environments }) => <Environments environments={environments} />,
              },
            ]}
            empty={<EmptyState title="No project">Give a role in a project.</EmptyState>}
          />
        </Stack>
      )}
    </Modal>
  )
}

type Environment = Permissions['projects']['results'][number]['environments'][number]

function Environments({ environments }: { readonly environments: readonly Environment[] }) {
  return (
    <Stack gap={2}>
      {environments.map(({ environmentName, access, because, accessFrom }) => (
        <Text size="sm" key={environmentName}>
          {environmentName}: {access}
          {because === 'GIVEN' ? giversOf(accessFrom) : reasons[because]}
        </Text>
      ))}
    </Stack>
  )
}

const reasons = {
  PROJECT_ADMIN: ', as administrator of the project',
  DEFAULT: ', the default of the environment',
}

const giversOf = (from: From): string =>
  from.length === 0
    ? ''
    : ` (from ${from.map(({ kind, name }) => (kind === 'GROUP' ? `the group ${name}` : name)).join(', ')})`
