import { Loader, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { operations } from '../../../../openapi/types.generated.ts'
import { api } from '../../../api/client.ts'
import { DataTable } from '../../../ui/data-table.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'
import type { Principal } from './shapes.ts'

type Permissions = operations['getUserPermissions']['responses'][200]['content']['application/json']
type From = Permissions['accountRoleFrom']

/** The effective permissions of a user, and the roles they come from: its own or those of groups. */
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
    <Dialog opened onClose={onClose} title={`Effective permissions of ${user.name}`} size="xl">
      <ProblemAlert error={error} />
      {data === undefined && !error && <Loader aria-label="Loading the permissions" />}
      {data !== undefined && (
        <Stack>
          <Text size="sm">
            {data.active ? '' : 'Deactivated: the user has no access, whatever its roles. '}
            Account role {data.accountRole}
            {originOf(data.accountRoleFrom)}.
          </Text>
          <DataTable
            label="Projects"
            rows={data.projects}
            rowKey={({ projectId }) => projectId}
            onPage={setPage}
            columns={[
              { header: 'Project', cell: ({ name }) => name },
              { header: 'Role', cell: ({ role, roleFrom }) => `${role}${originOf(roleFrom)}` },
              {
                header: 'Environments',
                cell: ({ environments }) => <Environments environments={environments} />,
              },
            ]}
            empty={<EmptyState title="No projects">Add a project role to give access.</EmptyState>}
          />
        </Stack>
      )}
    </Dialog>
  )
}

type Environment = Permissions['projects']['results'][number]['environments'][number]

function Environments({ environments }: { readonly environments: readonly Environment[] }) {
  return (
    <Stack gap={2}>
      {environments.map(({ environmentName, access, because, accessFrom }) => (
        <Text size="sm" key={environmentName}>
          {environmentName}: {access}
          {because === 'GIVEN' ? originOf(accessFrom) : reasons[because]}
        </Text>
      ))}
    </Stack>
  )
}

const reasons = {
  PROJECT_ADMIN: ', as administrator of the project',
  DEFAULT: ', the default of the environment',
}

const originOf = (from: From): string =>
  from.length === 0
    ? ''
    : ` (from ${from.map(({ kind, name }) => (kind === 'GROUP' ? `the group ${name}` : name)).join(', ')})`
