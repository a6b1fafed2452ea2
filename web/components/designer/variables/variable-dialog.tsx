import { Alert, Button, Group, Select, SimpleGrid, Text, TextInput } from '@mantine/core'
import { Trash2 } from 'lucide-react'
import { type FormEvent, useMemo, useState } from 'react'
import type { VariableUse } from '../../../../src/pipeline/editing/variable-uses.ts'
import type { VariableDeclaration } from '../../../../src/pipeline/model.ts'
import { confirmLoss } from '../../../ui/confirm.tsx'
import { DialogForm } from '../../../ui/dialog-form.tsx'
import { GridFields } from './grid-fields.tsx'
import type { VariableCommands } from './variable-commands.ts'
import { type Filled, faultsOfForm, filledFrom, stateOf } from './variable-form.ts'

interface VariableDialogProps {
  /** Absent: a new one. */
  readonly variable: VariableDeclaration | undefined
  readonly others: ReadonlySet<string>
  readonly commands: VariableCommands
  readonly isEditable: boolean
  readonly onClose: () => void
}

/** A variable of the pipeline: what it is, who sees it, and what it holds at first. */
export function VariableDialog({ variable, others, commands, isEditable, onClose }: VariableDialogProps) {
  const [filled, fill] = useState(() => filledFrom(variable))
  const [isTried, setTried] = useState(false)
  const uses = useMemo(
    () => (variable === undefined ? [] : commands.usesOf(variable.name)),
    [variable, commands],
  )
  const found = faultsOfForm(filled, others)
  const faults = isTried ? found : {}
  const set = (change: Partial<Filled>) => fill({ ...filled, ...change })
  function submit(event: FormEvent): void {
    event.preventDefault()
    setTried(true)
    if (Object.keys(found).length > 0) return
    const columns = filled.columns.map((one) => ({ ...one, name: one.name.trim() }))
    commands.save(variable, filled.name, stateOf({ ...filled, columns }))
    onClose()
  }
  return (
    <DialogForm
      title={variable === undefined ? 'New variable' : `Variable ${variable.name}`}
      isOpen
      onClose={onClose}
      onSubmit={submit}
      action={actionOf(variable, isEditable)}
      isPending={false}
      size={filled.type === 'GRID' ? 'lg' : 'md'}
    >
      <TextInput
        label="Name"
        required
        value={filled.name}
        error={faults.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      {variable !== undefined && variable.name !== filled.name && (
        <RenameHint uses={uses} visibility={variable.visibility} />
      )}
      <Choices filled={filled} set={set} />
      <TextInput
        label="Description"
        value={filled.description}
        onChange={(event) => set({ description: event.currentTarget.value })}
      />
      {filled.type === 'GRID' ? (
        <GridFields filled={filled} fill={fill} fault={faults.columns} />
      ) : (
        <TextInput
          label="Default"
          {...(filled.type === 'NUMBER' && { inputMode: 'decimal' as const })}
          value={filled.value}
          error={faults.value}
          onChange={(event) => set({ value: event.currentTarget.value })}
        />
      )}
      {variable !== undefined && (
        <Uses
          uses={uses}
          onDelete={isEditable ? () => remove(variable.name, uses, commands, onClose) : undefined}
        />
      )}
    </DialogForm>
  )
}

const actionOf = (variable: VariableDeclaration | undefined, isEditable: boolean): string | undefined =>
  isEditable ? (variable === undefined ? 'Add' : 'Save') : undefined

interface UsesProps {
  readonly uses: readonly VariableUse[]
  readonly onDelete: (() => void) | undefined
}

const Uses = ({ uses, onDelete }: UsesProps) => (
  <Group justify="space-between" wrap="nowrap" align="flex-start">
    <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      {uses.length === 0 ? 'Nothing in this file uses it.' : `Used by ${listed(uses)}.`}
    </Text>
    {onDelete !== undefined && (
      <Button
        variant="subtle"
        color="red"
        size="compact-sm"
        style={{ flex: 'none' }}
        leftSection={<Trash2 size={14} aria-hidden />}
        onClick={onDelete}
      >
        Delete variable
      </Button>
    )}
  </Group>
)

const types = [
  { value: 'TEXT', label: 'Text' },
  { value: 'NUMBER', label: 'Number' },
  { value: 'GRID', label: 'Grid (rows and columns)' },
]
const scopes = [
  { value: 'COPIED', label: 'Copied: each branch has its own' },
  { value: 'SHARED', label: 'Shared: one for the whole run' },
]
const visibilities = [
  { value: 'PUBLIC', label: 'Public: callers may set it' },
  { value: 'PRIVATE', label: 'Private' },
]

interface ChoicesProps {
  readonly filled: Filled
  readonly set: (change: Partial<Filled>) => void
}

const Choices = ({ filled, set }: ChoicesProps) => (
  <>
    <Select
      label="Type"
      allowDeselect={false}
      data={types}
      value={filled.type}
      onChange={(type) => set({ type: type as Filled['type'] })}
    />
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      <Select
        label="Scope"
        allowDeselect={false}
        data={scopes}
        value={filled.scope}
        onChange={(scope) => set({ scope: scope as Filled['scope'] })}
      />
      <Select
        label="Visibility"
        allowDeselect={false}
        data={visibilities}
        value={filled.visibility}
        onChange={(visibility) => set({ visibility: visibility as Filled['visibility'] })}
      />
    </SimpleGrid>
  </>
)

interface RenameHintProps {
  readonly uses: readonly VariableUse[]
  readonly visibility: VariableDeclaration['visibility']
}

/** What a new name changes, and what it does not. */
function RenameHint({ uses, visibility }: RenameHintProps) {
  const followed = uses.filter(({ isScript }) => !isScript)
  const scripts = uses.filter(({ isScript }) => isScript)
  return (
    <Alert color="blue" p="xs">
      <Text size="sm">
        {followed.length === 0
          ? 'Nothing else in this file has to change.'
          : `The new name is written to ${listed(followed)} too.`}
        {scripts.length > 0 && ` Correct it by hand in ${listed(scripts)}.`}
        {visibility === 'PUBLIC' && ' Pipelines and schedules that set this variable keep the old name.'}
      </Text>
    </Alert>
  )
}

const listed = (uses: readonly VariableUse[]): string =>
  uses.map(({ component, parameter }) => `${component} (${parameter})`).join(', ')

function remove(
  name: string,
  uses: readonly VariableUse[],
  commands: VariableCommands,
  onClose: () => void,
): void {
  const act = () => {
    commands.remove(name)
    onClose()
  }
  if (uses.length === 0) act()
  else
    confirmLoss({
      title: `Delete ${name}?`,
      message: `${listed(uses)} will refer to a variable that no longer exists.`,
      action: 'Delete variable',
      onConfirm: act,
    })
}
