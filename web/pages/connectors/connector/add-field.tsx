import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { StructureField } from '../wire.ts'
import type { StructureNode } from './structure.ts'

interface AddFieldProps {
  readonly parent: StructureNode
  readonly onAdd: (name: string, type: StructureField['type']) => void
  readonly onClose: () => void
}

const types = ['STRING', 'INTEGER', 'NUMBER', 'BOOLEAN', 'OBJECT', 'ARRAY', 'ANY'] as const

/** Adds a member with a name and type, or, to a list, the type of its elements. */
export function AddField({ parent, onAdd, onClose }: AddFieldProps) {
  const isList = parent.type === 'ARRAY'
  const [name, setName] = useState('')
  const [type, setType] = useState<StructureField['type']>(isList ? 'OBJECT' : 'STRING')
  function submit(event: FormEvent): void {
    event.preventDefault()
    onAdd(isList ? '[*]' : name, type)
    onClose()
  }
  return (
    <form onSubmit={submit}>
      <Group gap={6} pl={32} py={4}>
        {!isList && (
          <TextInput
            size="xs"
            aria-label={`Name of the new field in ${parent.path}`}
            placeholder="Name"
            required
            data-autofocus
            autoFocus
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        )}
        <NativeSelect
          size="xs"
          aria-label={isList ? `Type of the elements of ${parent.path}` : 'Type of the new field'}
          data={[...types]}
          value={type}
          onChange={(event) => setType(event.currentTarget.value as StructureField['type'])}
        />
        <Button size="compact-sm" type="submit">
          Add
        </Button>
        <Button size="compact-sm" variant="default" onClick={onClose}>
          Cancel
        </Button>
      </Group>
    </form>
  )
}
