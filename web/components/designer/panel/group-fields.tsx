import { Button, Group, TextInput, Title } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { DrawnGroup } from '../../../../src/pipeline/design.ts'
import { onlyComponents, type Selection } from '../state/selection.ts'
import type { Commands } from '../state/use-commands.ts'

interface GroupFieldsProps {
  readonly group: DrawnGroup
  readonly commands: Pick<Commands, 'nameGroup' | 'ungroup'>
  readonly isEditable: boolean
}

/** Of the group whose components are chosen: its name, and its end. */
export function GroupFields({ group: { name }, commands, isEditable }: GroupFieldsProps) {
  const [text, setText] = useState(name)
  const [isRefused, refuse] = useState(false)
  useEffect(() => {
    setText(name)
    refuse(false)
  }, [name])
  const finish = () => refuse(!commands.nameGroup(name, text))
  return (
    <Group gap={6} align="flex-end" mb="sm">
      <TextInput
        label="Group"
        size="xs"
        value={text}
        readOnly={!isEditable}
        error={isRefused && (text.trim() === '' ? 'Enter a name' : 'Another group has this name')}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={finish}
        onKeyDown={(event) => {
          if (event.key === 'Enter') finish()
          if (event.key === 'Escape') setText(name)
        }}
      />
      {isEditable && (
        <Button size="compact-xs" variant="default" mb={3} onClick={() => commands.ungroup(name)}>
          Ungroup
        </Button>
      )}
    </Group>
  )
}

interface GroupListProps {
  readonly groups: readonly DrawnGroup[]
  readonly select: (selection: Selection) => void
}

/** The groups of a pipeline, to choose one by keys. */
export function GroupList({ groups, select }: GroupListProps) {
  if (groups.length === 0) return null
  return (
    <section aria-label="Groups">
      <Title order={3} size="h5" mb={4}>
        Groups ({groups.length})
      </Title>
      <Group gap={4}>
        {groups.map(({ name, components }) => (
          <Button
            key={name}
            size="compact-xs"
            variant="default"
            onClick={() => select(onlyComponents(...components))}
          >
            {name}
          </Button>
        ))}
      </Group>
    </section>
  )
}
