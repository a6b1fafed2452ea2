import { ActionIcon, Group, Text, UnstyledButton } from '@mantine/core'
import { TriangleAlert, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { ValueDialog } from '../dialogs/value-dialog.tsx'
import type { Value, Variable } from '../shapes.ts'
import { inOneLine, isLong } from '../values.ts'
import { CellEditor } from './cell-editor.tsx'
import classes from './table.module.css'
import type { Cell, CellFailure } from './use-cells.ts'

interface ValueCellProps extends Cell {
  readonly variable: Variable
  /** Whose value it is: an environment, or `the project`. */
  readonly where: string
  readonly value: Value
  readonly isInherited?: boolean
  /** The user may look at the value only. */
  readonly isReadOnly?: boolean
  readonly onSave: (value: Value) => Promise<void>
  readonly onInherit?: () => Promise<void>
}

/**
 * One value. A click writes it in place; grids and long texts open a dialog. A failure stays until it is
 * dismissed.
 */
export function ValueCell(props: ValueCellProps) {
  const { variable, where, value, isInherited = false, failure, isOpen, onSave, onInherit } = props
  const { isReadOnly = false, saveOpen, onOpen, onClose } = props
  const button = useFocusAfter(isOpen)
  const start = failure?.value ?? value
  const label = `${variable.name} in ${where}`
  const common = {
    label,
    variable,
    value: start,
    onSave,
    onClose,
    ...(onInherit && { onInherit }),
  }
  const text = inOneLine(value) || '(empty)'
  const isRoomy = variable.type === 'GRID' || isLong(start)
  if (isOpen && !isRoomy) return <CellEditor {...common} saveOpen={saveOpen} />
  return (
    <>
      <UnstyledButton
        ref={button}
        className={`${classes['value']} ${isInherited ? classes['inherited'] : ''}`}
        aria-label={`${label}: ${text}${isInherited ? ', inherited from the project' : ''}`}
        disabled={isReadOnly}
        onClick={onOpen}
        fz="sm"
      >
        {text}
      </UnstyledButton>
      {failure !== undefined && <Failure {...props} failure={failure} />}
      {isOpen && <ValueDialog {...common} />}
    </>
  )
}

/** Returns the focus to the cell after its value was edited, unless another one was opened. */
function useFocusAfter(isOpen: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen && document.activeElement === document.body) button.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return button
}

function Failure({
  variable,
  where,
  failure,
  onDismiss,
}: ValueCellProps & { readonly failure: CellFailure }) {
  return (
    <Group gap={4} wrap="nowrap" align="flex-start" role="alert">
      <Text size="xs" c="var(--mantine-color-error)" className={classes['failure']}>
        <TriangleAlert size={12} aria-hidden style={{ verticalAlign: '-2px' }} />{' '}
        {failure.value !== undefined && `“${inOneLine(failure.value)}” was not accepted: `}
        {failure.detail}.
      </Text>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        miw={24}
        mih={24}
        aria-label={`Dismiss the error of ${variable.name} in ${where}`}
        onClick={onDismiss}
      >
        <X size={12} aria-hidden />
      </ActionIcon>
    </Group>
  )
}
