import { Alert, List, Stack, Text } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import { type Column, DataTable } from '../../../../ui/data-table.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import type { ImportChange, ImportOutcome } from '../shapes.ts'
import { ChangeWord, StateText } from './change-words.tsx'

const MOST_SHOWN = 200

/** What an import would change, and what it could not. */
export function ImportDiff({ outcome }: { readonly outcome: ImportOutcome }) {
  const { changes, unchanged, failedOverride } = outcome
  const hidden = changes.length - MOST_SHOWN
  return (
    <Stack gap="xs" component="section" aria-label="Difference">
      <Text size="sm" role="status">
        {changes.length.toLocaleString('en')} {changes.length === 1 ? 'change' : 'changes'},{' '}
        {unchanged.toLocaleString('en')} unchanged.
      </Text>
      {failedOverride.length > 0 && (
        <Alert
          color="red"
          icon={<TriangleAlert aria-hidden size={18} />}
          title="These overrides cannot be imported; the rest can"
        >
          <List size="sm">
            {failedOverride.slice(0, MOST_SHOWN).map((one) => (
              <List.Item key={`${one.variableName} ${one.environmentName}`}>
                {one.variableName}: {one.detail}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      <DataTable
        label="Changes of the import"
        columns={columns}
        rows={{ results: changes.slice(0, MOST_SHOWN) }}
        rowKey={({ variableName, environmentName }) => JSON.stringify([variableName, environmentName])}
        empty={<EmptyState title="The project already matches the file" />}
      />
      {hidden > 0 && (
        <Text size="sm" c="dimmed">
          and {hidden.toLocaleString('en')} more
        </Text>
      )}
    </Stack>
  )
}

const columns: readonly Column<ImportChange>[] = [
  { header: 'Variable', cell: ({ variableName }) => variableName },
  { header: 'Change', cell: (change) => <ChangeWord change={change} /> },
  { header: 'Before', cell: ({ before, after }) => <StateText state={before} other={after} /> },
  { header: 'After', cell: ({ before, after }) => <StateText state={after} other={before} /> },
]
