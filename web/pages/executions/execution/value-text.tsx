import { Text } from '@mantine/core'
import type { ExecutionVariable } from '../../../components/executions/shapes.ts'
import classes from './execution.module.css'

interface ValueTextProps {
  readonly value: ExecutionVariable['value']
  /** Of a grid, when they are known. */
  readonly columns?: readonly string[]
  readonly isShortened?: boolean
}

const SHOWN_ROWS = 5

/** The value of a variable: a text or number as it is, a grid as its first rows. */
export function ValueText({ value, columns = [], isShortened = false }: ValueTextProps) {
  if (Array.isArray(value)) return <Grid rows={value} columns={columns} isShortened={isShortened} />
  if (value === '') {
    return (
      <Text span size="sm" c="dimmed" fs="italic">
        empty
      </Text>
    )
  }
  return (
    <span className={classes['value']}>
      {value}
      {isShortened && '…'}
    </span>
  )
}

interface GridProps {
  readonly rows: readonly (readonly string[])[]
  readonly columns: readonly string[]
  readonly isShortened: boolean
}

function Grid({ rows, columns, isShortened }: GridProps) {
  const count = rows.length === 1 ? '1 row' : `${rows.length.toLocaleString()} rows`
  return (
    <div>
      <Text size="xs" c="dimmed">
        {isShortened ? `The first ${count}` : count}
        {columns.length > 0 && `: ${columns.join(', ')}`}
      </Text>
      {rows.slice(0, SHOWN_ROWS).map((cells, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows of a grid have no name but their place
        <div key={at} className={classes['value']}>
          {cells.join(' · ')}
        </div>
      ))}
      {rows.length > SHOWN_ROWS && <span className={classes['value']}>…</span>}
    </div>
  )
}
