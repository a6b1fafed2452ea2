import { Group, Stack, Text, UnstyledButton } from '@mantine/core'
import { CircleX, TriangleAlert } from 'lucide-react'
import type { FileFault } from './details.ts'
import classes from './pipeline.module.css'

interface FaultListProps {
  readonly faults: readonly FileFault[]
  /** Shows where a fault is: its component, or its line of the text. Without it, faults are not clickable. */
  readonly onShow?: (fault: FileFault) => void
}

/** What validation reports: errors first, each with its hint. */
export function FaultList({ faults, onShow }: FaultListProps) {
  const sorted = faults.toSorted((a, b) => Number(a.severity !== 'error') - Number(b.severity !== 'error'))
  return (
    <ul className={classes['faults']} aria-label="Problems">
      {sorted.map((fault) => (
        <li key={`${fault.rule} ${fault.line} ${fault.component} ${fault.message}`}>
          {onShow === undefined ? (
            <Fault fault={fault} />
          ) : (
            <UnstyledButton className={classes['fault']} onClick={() => onShow(fault)}>
              <Fault fault={fault} isPlaced />
            </UnstyledButton>
          )}
        </li>
      ))}
    </ul>
  )
}

function Fault({ fault, isPlaced = false }: { readonly fault: FileFault; readonly isPlaced?: boolean }) {
  const { severity, message, hint, component, line } = fault
  const Icon = severity === 'error' ? CircleX : TriangleAlert
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <Icon
        size={16}
        aria-label={severity === 'error' ? 'Error' : 'Warning'}
        className={classes[severity]}
        style={{ flex: 'none', marginTop: 2 }}
      />
      <Stack gap={0}>
        <Text size="sm" component="span">
          {isPlaced && (
            <Text span fw={600} size="sm">
              {component ?? `Line ${line}`}:{' '}
            </Text>
          )}
          {withoutName(message, component)}
        </Text>
        {hint !== undefined && (
          <Text size="xs" c="dimmed" component="span">
            {hint}
          </Text>
        )}
      </Stack>
    </Group>
  )
}

/** Strips the component's name from the start of a message where it is shown anyway. */
const withoutName = (message: string, component: string | undefined): string =>
  component !== undefined && message.startsWith(`"${component}": `)
    ? message.slice(component.length + 4)
    : message
