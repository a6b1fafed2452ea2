import { Group, Text, UnstyledButton } from '@mantine/core'
import { CircleX, TriangleAlert } from 'lucide-react'
import type { Fault } from '../../../../src/pipeline/model.ts'
import classes from '../designer.module.css'

const SHOWN = 50

interface FaultItemsProps {
  readonly faults: readonly Fault[]
  /** Leads to where a fault is. */
  readonly onShow?: (fault: Fault) => void
}

/** What validation says, each with its line and what to do about it. */
export function FaultItems({ faults, onShow }: FaultItemsProps) {
  return (
    <ul className={classes['faults']} aria-label="Problems">
      {faults.slice(0, SHOWN).map((fault) => (
        <li key={`${fault.rule} ${fault.line} ${fault.component} ${fault.message}`}>
          {onShow === undefined ? (
            <Item fault={fault} />
          ) : (
            <UnstyledButton onClick={() => onShow(fault)}>
              <Item fault={fault} />
            </UnstyledButton>
          )}
        </li>
      ))}
      {faults.length > SHOWN && (
        <li>
          <Text size="xs">{faults.length - SHOWN} more</Text>
        </li>
      )}
    </ul>
  )
}

function Item({ fault: { severity, line, message, hint } }: { readonly fault: Fault }) {
  const Icon = severity === 'error' ? CircleX : TriangleAlert
  return (
    <Group gap={6} wrap="nowrap" align="flex-start" mb={4}>
      <Icon
        size={14}
        aria-label={severity === 'error' ? 'Error' : 'Warning'}
        color={severity === 'error' ? 'var(--mantine-color-error)' : undefined}
        style={{ flex: 'none', marginTop: 2 }}
      />
      <Text size="xs" component="span" style={{ overflowWrap: 'anywhere' }}>
        Line {line}: {message}
        {hint !== undefined && `. ${hint}`}
      </Text>
    </Group>
  )
}
