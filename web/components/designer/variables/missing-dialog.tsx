import { Alert, Button, NativeSelect, TextInput } from '@mantine/core'
import { WandSparkles } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { addVariable } from '../../../../src/pipeline/editing/variables.ts'
import type { Fault } from '../../../../src/pipeline/model.ts'
import { client, invalidate } from '../../../api/client.ts'
import { DialogForm } from '../../../ui/dialog-form.tsx'
import { type Cell, GridEditor } from '../../../ui/grid-editor.tsx'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'
import { useMay } from '../../rights/use-may.ts'
import type { Editor } from '../state/use-editor.ts'
import { faultsOfRows, filledOf, missingColumns, missingRows, PROJECT } from './missing-variables.ts'
import { type Filled, stateOf } from './variable-form.ts'

interface MissingVariablesProps {
  readonly editor: Editor
  /** Of the whole pipeline. */
  readonly faults: readonly Fault[]
}

/** Declares, in one table, every variable that the pipeline uses and nobody declares. */
export function MissingVariables({ editor, faults }: MissingVariablesProps) {
  const [isOpen, open] = useState(false)
  const rows = missingRows(faults, editor.drawing?.pipeline)
  return (
    <>
      {rows.length > 0 && (
        <Button
          size="compact-xs"
          variant="default"
          w="fit-content"
          leftSection={<WandSparkles size={13} aria-hidden />}
          onClick={() => open(true)}
          aria-haspopup="dialog"
        >
          Create {rows.length === 1 ? 'the missing variable' : `${rows.length} missing variables`}…
        </Button>
      )}
      {isOpen && <MissingDialog editor={editor} missing={rows} onClose={() => open(false)} />}
    </>
  )
}

interface DialogProps {
  readonly editor: Editor
  readonly missing: readonly (readonly string[])[]
  readonly onClose: () => void
}

function MissingDialog({ editor, missing, onClose }: DialogProps) {
  const { projectId } = editor.key
  const mayInProject = useMay()({ projectId, permission: 'variables:write' })
  const [rows, setRows] = useState(missing)
  const [faults, setFaults] = useState<readonly string[]>([])
  const [error, setError] = useState<unknown>()
  const [isPending, setPending] = useState(false)
  async function create(): Promise<void> {
    const wanted = rows.map((row) => ({ row, ...filledOf(row) })).filter(({ filled }) => filled.name !== '')
    for (const { row, filled, isProject } of wanted) {
      if (!isProject) continue
      await createInProject(projectId, filled)
      // When the next one is refused, what is there already is not created again.
      setRows((left) => left.filter((one) => one !== row))
    }
    const own = wanted.filter(({ isProject }) => !isProject)
    if (own.length > 0)
      editor.apply((document) => {
        for (const { filled } of own) addVariable(document, filled.name, stateOf(filled))
      })
    onClose()
  }
  function submit(event: FormEvent): void {
    event.preventDefault()
    const found = faultsOfRows(rows, new Set(editor.drawing?.pipeline.variables.keys()))
    setFaults(found)
    if (found.length > 0) return
    setPending(true)
    create()
      .catch(setError)
      .finally(() => {
        setPending(false)
        void invalidate('/v1/projects/{projectId}/variables')
      })
  }
  return (
    <DialogForm
      title="Create missing variables"
      isOpen
      onClose={onClose}
      onSubmit={submit}
      action="Create"
      isPending={isPending}
      size="xl"
    >
      <ProblemAlert error={error} />
      {faults.length > 0 && (
        <Alert color="red" role="alert">
          {faults.map((fault) => (
            <div key={fault}>{fault}</div>
          ))}
        </Alert>
      )}
      <GridEditor
        label="Missing variables"
        columns={missingColumns}
        rows={rows}
        cell={(cell) => <MissingCell cell={cell} mayInProject={mayInProject} />}
        onChange={setRows}
      />
    </DialogForm>
  )
}

/** In words as the dialog of one variable has them. */
const choices: Readonly<Record<number, readonly { value: string; label: string }[]>> = {
  1: [
    { value: 'TEXT', label: 'Text' },
    { value: 'NUMBER', label: 'Number' },
    { value: 'GRID', label: 'Grid' },
  ],
  2: [
    { value: 'COPIED', label: 'Copied' },
    { value: 'SHARED', label: 'Shared' },
    { value: PROJECT, label: 'Project' },
  ],
  3: [
    { value: 'PUBLIC', label: 'Public' },
    { value: 'PRIVATE', label: 'Private' },
  ],
}

function MissingCell({ cell, mayInProject }: { readonly cell: Cell; readonly mayInProject: boolean }) {
  const { row: _, column, onChange, readOnly, value, ...rest } = cell
  const data = choices[column]?.filter((one) => mayInProject || one.value !== PROJECT)
  if (data === undefined)
    return (
      <TextInput
        size="xs"
        {...rest}
        readOnly={readOnly}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  const known = data.find((one) => one.value === value.trim().toUpperCase())
  return (
    <NativeSelect
      size="xs"
      {...rest}
      data={data}
      value={(known ?? data[0]!).value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

async function createInProject(projectId: string, filled: Filled): Promise<void> {
  const { name, type, columns, defaultValue, scope } = { name: filled.name, ...stateOf(filled) }
  const isNumber = type === 'NUMBER' && typeof defaultValue === 'string'
  const { error } = await client.POST('/v1/projects/{projectId}/variables', {
    params: { path: { projectId } },
    body: {
      name,
      type,
      behaviour: scope,
      value: isNumber ? Number(defaultValue) : typeof defaultValue === 'string' ? defaultValue : [],
      ...(type === 'GRID' && { columns: columns.map((column) => column.name) }),
    },
  })
  if (error !== undefined) throw error
}
