import { Badge, Text } from '@mantine/core'
import { Minus, Pencil, Plus } from 'lucide-react'
import type { ImportChange } from '../shapes.ts'
import { fieldsThatDiffer } from './state-fields.ts'

type Change = Pick<ImportChange, 'action' | 'environmentName'>
type State = ImportChange['before']

const looks = {
  CREATED: { colour: 'green', icon: Plus },
  UPDATED: { colour: 'blue', icon: Pencil },
  DELETED: { colour: 'red', icon: Minus },
} as const

/** What is done, as a word with its icon, and where. */
export function ChangeWord({ change: { action, environmentName } }: { readonly change: Change }) {
  const { colour, icon: Icon } = looks[action]
  return (
    <>
      <Badge color={colour} variant="light" leftSection={<Icon size={12} aria-hidden />}>
        {action}
      </Badge>
      {environmentName !== undefined && (
        <Text size="xs" c="dimmed">
          in {environmentName}
        </Text>
      )}
    </>
  )
}

interface StateTextProps {
  readonly state: State
  /** The other side: only fields that differ from it are shown. */
  readonly other: State
}

/** One side of a change: the fields that differ. */
export function StateText({ state, other }: StateTextProps) {
  const fields = fieldsThatDiffer(state, other)
  if (fields.length === 0) return <>–</>
  return (
    <div style={{ maxWidth: 240, overflowWrap: 'anywhere' }}>
      {fields.map(([field, text]) => (
        <Text key={field} size="sm" lineClamp={4}>
          {field !== 'value' && (
            <Text span size="xs" c="dimmed">
              {field}:{' '}
            </Text>
          )}
          {text === '' ? '(empty)' : text}
        </Text>
      ))}
    </div>
  )
}
