import { Checkbox, NativeSelect, Stack, Text } from '@mantine/core'
import { EnvironmentAccess } from './environment-access.tsx'
import { ProjectRoles } from './project-roles.tsx'
import { accountRoles, type Roles, type RolesEditorProps } from './shapes.ts'

/**
 * Edits the roles of a user, a group or an API credential. Every change hands back the whole set of roles,
 * because the API replaces them as a whole.
 */
export function RolesEditor({ value, onChange }: RolesEditorProps) {
  return (
    <Stack gap="sm">
      <NativeSelect
        label="Account role"
        data={accountRoles}
        value={value.accountRole}
        onChange={({ currentTarget }) =>
          onChange({ ...value, accountRole: currentTarget.value as Roles['accountRole'] })
        }
      />
      {value.accountRole === 'SUPER_ADMIN' && (
        <Text size="sm" c="dimmed">
          Administrators have full access to every project; the roles below have no effect.
        </Text>
      )}
      {value.accountRole !== 'SUPER_ADMIN' && (
        <Checkbox
          label="May create projects"
          description="Administers the projects that it creates"
          checked={value.accountPermissions?.includes('PROJECT_CREATOR') ?? false}
          onChange={({ currentTarget }) =>
            onChange({ ...value, accountPermissions: currentTarget.checked ? ['PROJECT_CREATOR'] : [] })
          }
        />
      )}
      <ProjectRoles value={value} onChange={onChange} />
      <EnvironmentAccess value={value} onChange={onChange} />
    </Stack>
  )
}
