import { Fieldset, Group, NativeSelect, Select, Stack } from '@mantine/core'
import { Trash2 } from 'lucide-react'
import { useProjectNames } from '../../../components/projects.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { type ProjectRole, projectRoles, type Roles, type RolesEditorProps } from './shapes.ts'

type Assigned = Roles['projectRoles']

/**
 * The roles in projects. A project has one role at most, so the list to add from leaves out those that have
 * one.
 */
export function ProjectRoles({ value, onChange }: RolesEditorProps) {
  const names = useProjectNames()
  const assigned = value.projectRoles
  const put = (roles: Assigned) => onChange({ ...value, projectRoles: roles })
  const others = [...names].filter(([id]) => !assigned.some(({ projectId }) => projectId === id))
  return (
    <Fieldset legend="Projects">
      <Stack gap="xs">
        {assigned.map((one, index) => (
          <ProjectRow
            key={one.projectId}
            name={names.get(one.projectId) ?? one.projectId}
            role={one.role}
            onRole={(role) => put(assigned.with(index, { ...one, role }))}
            onRemove={() => put(assigned.toSpliced(index, 1))}
          />
        ))}
        <Select
          label="Add a project role"
          placeholder="Choose a project"
          searchable
          value={null}
          data={others.map(([id, name]) => ({ value: id, label: name }))}
          onChange={(id) => id !== null && put([...assigned, { projectId: id, role: 'READ_ONLY' }])}
        />
      </Stack>
    </Fieldset>
  )
}

interface ProjectRowProps {
  readonly name: string
  readonly role: ProjectRole
  readonly onRole: (role: ProjectRole) => void
  readonly onRemove: () => void
}

function ProjectRow({ name, role, onRole, onRemove }: ProjectRowProps) {
  return (
    <Group gap="xs" wrap="nowrap" align="end">
      <NativeSelect
        flex={1}
        label={name}
        data={projectRoles}
        value={role}
        onChange={({ currentTarget }) => onRole(currentTarget.value as ProjectRole)}
      />
      <IconButton
        variant="default"
        size={36}
        icon={Trash2}
        label={`Remove the role in ${name}`}
        onClick={onRemove}
      />
    </Group>
  )
}
