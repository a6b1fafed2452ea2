import { ActionIcon, Fieldset, Group, NativeSelect, Select, Stack, Text, TextInput } from '@mantine/core'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useProjectNames } from '../../../components/projects.ts'
import { type Access, accesses, accountRoles, type ProjectRole, projectRoles, type Roles } from './shapes.ts'

interface RolesEditorProps {
  readonly value: Roles
  readonly onChange: (roles: Roles) => void
}

/** The account role, the roles in projects and the access to environments by name, of whoever carries roles. */
export function RolesEditor({ value, onChange }: RolesEditorProps) {
  const isAdministrator = value.accountRole === 'SUPER_ADMIN'
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
      {isAdministrator ? (
        <Text size="sm" c="dimmed">
          An administrator may do everything in every project; the roles below do not count.
        </Text>
      ) : null}
      <ProjectRoles value={value} onChange={onChange} />
      <EnvironmentAccess value={value} onChange={onChange} />
    </Stack>
  )
}

function ProjectRoles({ value, onChange }: RolesEditorProps) {
  const names = useProjectNames()
  const given = value.projectRoles
  const write = (roles: Roles['projectRoles']) => onChange({ ...value, projectRoles: roles })
  const others = [...names].filter(([id]) => !given.some(({ projectId }) => projectId === id))
  return (
    <Fieldset legend="Projects">
      <Stack gap="xs">
        {given.map(({ projectId, role }) => (
          <Group key={projectId} gap="xs" wrap="nowrap" align="end">
            <NativeSelect
              flex={1}
              label={names.get(projectId) ?? projectId}
              data={projectRoles}
              value={role}
              onChange={({ currentTarget }) =>
                write(
                  given.map((one) =>
                    one.projectId === projectId ? { ...one, role: currentTarget.value as ProjectRole } : one,
                  ),
                )
              }
            />
            <Remove
              what={`the role in ${names.get(projectId) ?? projectId}`}
              onClick={() => write(given.filter((one) => one.projectId !== projectId))}
            />
          </Group>
        ))}
        <Select
          label="Give a role in a project"
          placeholder="Choose a project"
          searchable
          value={null}
          data={others.map(([id, name]) => ({ value: id, label: name }))}
          onChange={(id) => id !== null && write([...given, { projectId: id, role: 'READ_ONLY' }])}
        />
      </Stack>
    </Fieldset>
  )
}

function EnvironmentAccess({ value, onChange }: RolesEditorProps) {
  const names = useProjectNames()
  const given = value.environmentAccess
  const write = (access: Roles['environmentAccess']) => onChange({ ...value, environmentAccess: access })
  return (
    <Fieldset legend="Environments, where the default is not enough">
      <Stack gap="xs">
        {given.map((one, i) => {
          const label = `${one.environmentName} of ${names.get(one.projectId) ?? one.projectId}`
          return (
            <Group key={label} gap="xs" wrap="nowrap" align="end">
              <NativeSelect
                flex={1}
                label={label}
                data={accesses}
                value={one.access}
                onChange={({ currentTarget }) =>
                  write(given.with(i, { ...one, access: currentTarget.value as Access }))
                }
              />
              <Remove what={`the access to ${label}`} onClick={() => write(given.toSpliced(i, 1))} />
            </Group>
          )
        })}
        <NewAccess
          onAdd={(projectId, environmentName) =>
            write([...given, { projectId, environmentName, access: 'RUNNER' }])
          }
        />
      </Stack>
    </Fieldset>
  )
}

function NewAccess({ onAdd }: { readonly onAdd: (projectId: string, environmentName: string) => void }) {
  const names = useProjectNames()
  const [projectId, setProjectId] = useState<string | null>(null)
  const [environmentName, setEnvironmentName] = useState('')
  const isReady = projectId !== null && environmentName.trim() !== ''
  return (
    <Group gap="xs" align="end">
      <Select
        flex={1}
        miw={140}
        label="Project"
        searchable
        value={projectId}
        data={[...names].map(([id, name]) => ({ value: id, label: name }))}
        onChange={setProjectId}
      />
      <TextInput
        flex={1}
        miw={140}
        label="Environment"
        value={environmentName}
        onChange={({ currentTarget }) => setEnvironmentName(currentTarget.value)}
      />
      <AddButton
        isReady={isReady}
        onClick={() => {
          onAdd(projectId!, environmentName.trim())
          setEnvironmentName('')
        }}
      />
    </Group>
  )
}

function AddButton({ isReady, onClick }: { readonly isReady: boolean; readonly onClick: () => void }) {
  return (
    <ActionIcon variant="default" size={36} disabled={!isReady} onClick={onClick} aria-label="Add the access">
      +
    </ActionIcon>
  )
}

function Remove({ what, onClick }: { readonly what: string; readonly onClick: () => void }) {
  return (
    <ActionIcon variant="default" size={36} onClick={onClick} aria-label={`Take away ${what}`}>
      <Trash2 size={16} aria-hidden />
    </ActionIcon>
  )
}
