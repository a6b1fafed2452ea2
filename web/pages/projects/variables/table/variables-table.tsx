import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { environmentNeed } from '../../../../components/rights/common-needs.ts'
import { useMay } from '../../../../components/rights/use-may.ts'
import { type Column, DataTable, type Sorting } from '../../../../ui/data-table.tsx'
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
  readonly sorting: Sorting
  readonly onHistory: (variableName: string) => void
  readonly empty: ReactNode
}

/** Variables × environments: every value is edited in its cell. */
export function VariablesTable(props: VariablesTableProps) {
  const { projectId, environments, rows, error, onRetry, onPage, sorting, onHistory, empty } = props
  const cells = useCells(projectId)
  const may = useMay()
  const columns: readonly Column<Variable>[] = [
    { header: 'Variable', sort: 'name', cell: (variable) => <NameCell variable={variable} /> },
    {
      header: 'Project value',
      cell: (variable) => (
        <ProjectCell
          variable={variable}
          cells={cells}
          isReadOnly={!may({ projectId, permission: 'variables:write' })}
        />
      ),
    },
    ...environments.map((environmentName) => ({
      header: environmentName,
      cell: (variable: Variable) => (
        <OverrideCell
          variable={variable}
          environmentName={environmentName}
          cells={cells}
          isReadOnly={!may(environmentNeed(projectId, environmentName))}
        />
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
        sorting={sorting}
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
  readonly isReadOnly: boolean
}

function ProjectCell({ variable, cells, isReadOnly }: ProjectCellProps) {
  const key = cellKey(variable.name)
  return (
    <ValueCell
      variable={variable}
      where="the project"
      isReadOnly={isReadOnly}
      value={variable.value}
      {...cells.at(key)}
      onSave={(value) => cells.change(variable, value)}
    />
  )
}

function OverrideCell({
  variable,
  environmentName,
  cells,
  isReadOnly,
}: ProjectCellProps & { readonly environmentName: string }) {
  const key = cellKey(variable.name, environmentName)
  const own = variable.overrides?.find((one) => one.environmentName === environmentName)
  return (
    <ValueCell
      variable={variable}
      where={environmentName}
      isReadOnly={isReadOnly}
      value={own === undefined ? variable.value : own.value}
      isInherited={own === undefined}
      {...cells.at(key)}
      onSave={(value) => cells.override(variable, [environmentName], value)}
      {...(own !== undefined && { onInherit: () => cells.inherit(variable, environmentName) })}
    />
  )
}
