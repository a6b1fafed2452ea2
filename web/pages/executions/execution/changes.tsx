import { Text } from '@mantine/core'
import type { VariableChange } from '../../../components/executions/shapes.ts'
import classes from './execution.module.css'
import { ValueText } from './value-text.tsx'

interface ChangesProps {
  readonly changes: readonly VariableChange[]
  /** Whether there were more than these. */
  readonly isCut: boolean
}

/** Values that a step gave to variables, in order. */
export function Changes({ changes, isCut }: ChangesProps) {
  return (
    <>
      <ol className={classes['changes']}>
        {changes.map(({ name, value, iteration, shortened }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: changes of a step never reorder, and may repeat
          <li key={at}>
            <Text size="xs" c="dimmed">
              {name}
              {iteration !== undefined && `, iteration ${iteration}`}
            </Text>
            <ValueText value={value} isShortened={shortened === true} />
          </li>
        ))}
      </ol>
      {isCut && (
        <Text size="xs" c="dimmed">
          Later changes by this step are not recorded.
        </Text>
      )}
    </>
  )
}
