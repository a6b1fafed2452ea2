import { Fieldset, Group, NativeSelect, Select, Stack, TextInput } from '@mantine/core'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useProjectNames } from '../../../components/projects.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { type Access, accesses, type Roles, type RolesEditorProps } from './shapes.ts'

type Assigned = Roles['environmentAccess']

/** Access to environments by name. It takes precedence over the default access level of the environment. */
export function EnvironmentAccess({ value, onChange }: RolesEditorProps) {
  const names = useProjectNames()
  const assigned = value.environmentAccess
  const put = (access: Assigned) => onChange({ ...value, environmentAccess: access })
  return (
    <Fieldset legend="Environment access, where it differs from the default">
      <Stack gap="xs">
        {assigned.map((one, index) => {
          const label = `${one.environmentName} of ${names.get(one.projectId) ?? one.projectId}`
          return (
            <Group key={label} gap="xs" wrap="nowrap" align="end">
              <NativeSelect
                flex={1}
                label={label}
                data={accesses}
                value={one.access}
                onChange={({ currentTarget }) =>
                  put(assigned.with(index, { ...one, access: currentTarget.value as Access }))
                }
              />
              <IconButton
                variant="default"
                size={36}
                icon={Trash2}
                label={`Remove the access to ${label}`}
                onClick={() => put(assigned.toSpliced(index, 1))}
              />
            </Group>
          )
        })}
        <NewAccess
          isAssigned={(projectId, environmentName) =>
            assigned.some((one) => one.projectId === projectId && one.environmentName === environmentName)
          }
          onAdd={(projectId, environmentName) =>
            put([...assigned, { projectId, environmentName, access: 'RUNNER' }])
          }
        />
      </Stack>
    </Fieldset>
  )
}

interface NewAccessProps {
  readonly isAssigned: (projectId: string, environmentName: string) => boolean
  readonly onAdd: (projectId: string, environmentName: string) => void
}

/** Adds access to an environment of a project, named as the project names it, unless it is there. */
function NewAccess({ isAssigned, onAdd }: NewAccessProps) {
  const names = useProjectNames()
  const [projectId, setProjectId] = useState<string | null>(null)
  const [name, setName] = useState('')
  const environmentName = name.trim()
  const add = () => {
    if (projectId === null) return
    onAdd(projectId, environmentName)
    setName('')
  }
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
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <IconButton
        variant="default"
        size={36}
        icon={Plus}
        label="Add environment access"
        isDisabled={projectId === null || environmentName === '' || isAssigned(projectId, environmentName)}
        onClick={add}
      />
    </Group>
  )
}
