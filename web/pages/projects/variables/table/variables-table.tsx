import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { type Column, DataTable } from '../../../../ui/data-table.tsx'
import type { Variable, VariablePage } from '../shapes.ts'
import { cellKey } from '../values.ts'
import { RowMenu } from './row-menu.tsx'
import classes from './table.module.css'
import { type Cells, useCells } from './use-cells.ts'
import { ValueCell } from './value-cell.tsx'

interface VariablesTableProps {
  readonly projectId: string
  readonly environments: readonly string[]
  readonly rows: VariablePage | undefined
  readonly error: unknown
  readonly onRetry: () => void
  readonly onPage: (page: number) => void
  readonly onHistory: (variableName: string) => void
  readonly empty: ReactNode
}

/** Variables × environments: every value is edited in its cell. */
export function VariablesTable(props: VariablesTableProps) {
  const { projectId, environments, rows, error, onRetry, onPage, onHistory, empty } = props
  const cells = useCells(projectId)
  const columns: readonly Column<Variable>[] = [
    { header: 'Variable', cell: (variable) => <NameCell variable={variable} /> },
    { header: 'Project value', cell: (variable) => <ProjectCell variable={variable} cells={cells} /> },
    ...environments.map((environmentName) => ({
      header: environmentName,
      cell: (variable: Variable) => (
        <OverrideCell variable={variable} environmentName={environmentName} cells={cells} />
      ),
    })),
    {
      header: 'Actions',
      isQuiet: true,
      cell: (variable) => (
        <RowMenu
          projectId={projectId}
          variable={variable}
          environments={environments}
          cells={cells}
          onHistory={onHistory}
        />
      ),
    },
  ]
  return (
    <div className={classes['table']}>
      <DataTable
        label="Variables"
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        error={error}
        onRetry={onRetry}
        onPage={onPage}
        empty={empty}
      />
    </div>
  )
}

function NameCell({ variable: { name, type, behaviour, description } }: { readonly variable: Variable }) {
  return (
    <div className={classes['name']}>
      <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
        {name}
      </Text>
      <Text size="xs" c="dimmed" className="nowrap">
        {type} · {behaviour}
      </Text>
      {description !== '' && (
        <Text size="xs" c="dimmed" lineClamp={2}>
          {description}
        </Text>
      )}
    </div>
  )
}

interface ProjectCellProps {
  readonly variable: Variable
  readonly cells: Cells
}

function ProjectCell({ variable, cells }: ProjectCellProps) {
  const key = cellKey(variable.name)
  return (
    <ValueCell
      variable={variable}
      where="the project"
      value={variable.value}
      failure={cells.failures.get(key)}
      isOpen={cells.open === key}
      onOpen={(isOpen) => cells.setOpen(isOpen ? key : undefined)}
      onSave={(value) => cells.change(variable, value)}
      onDismiss={() => cells.dismiss(key)}
    />
  )
}

function OverrideCell({
  variable,
  environmentName,
  cells,
}: ProjectCellProps & { readonly environmentName: string }) {
  const key = cellKey(variable.name, environmentName)
  const own = variable.overrides?.find((one) => one.environmentName === environmentName)
  return (
    <ValueCell
      variable={variable}
      where={environmentName}
      value={own === undefined ? variable.value : own.value}
      isInherited={own === undefined}
      failure={cells.failures.get(key)}
      isOpen={cells.open === key}
      onOpen={(isOpen) => cells.setOpen(isOpen ? key : undefined)}
      onSave={(value) => cells.override(variable, [environmentName], value)}
      onDismiss={() => cells.dismiss(key)}
      {...(own !== undefined && { onInherit: () => cells.inherit(variable, environmentName) })}
    />
  )
}
