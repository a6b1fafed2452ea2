import { Code, Stack, Table, Text } from '@mantine/core'
import { Dialog } from '../../../ui/dialog.tsx'
import { exactTime } from '../../../ui/time.tsx'
import type { Event } from './query.ts'

/** One entry: actor, address, request, and the state before and after. */
export function EntryDialog({ entry, onClose }: { readonly entry: Event; readonly onClose: () => void }) {
  const { seq, at, operation, actor, from, requestId, hash, request, before, after, details } = entry
  const facts: readonly (readonly [string, string])[] = [
    ['Time', exactTime(at)],
    ['Actor', actor === undefined ? 'Unknown' : `${actor.name} (${actor.kind}, ${actor.id})`],
    ['Address', `${from.address}${from.userAgent === undefined ? '' : `, ${from.userAgent}`}`],
    ['Request ID', requestId],
    ['Sequence number', `${seq}`],
    ['Hash', hash],
  ]
  return (
    <Dialog opened onClose={onClose} title={operation} size="xl">
      <Stack gap="sm">
        <Table aria-label="Entry" layout="fixed">
          <Table.Tbody>
            {facts.map(([name, value]) => (
              <Table.Tr key={name}>
                <Table.Th scope="row" w={140}>
                  {name}
                </Table.Th>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>{value}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        <Json title="Request" value={request} />
        <Json title="Before" value={before} />
        <Json title="After" value={after} />
        <Json title="Details" value={details} />
      </Stack>
    </Dialog>
  )
}

function Json({ title, value }: { readonly title: string; readonly value: unknown }) {
  if (value === undefined) return null
  return (
    <section aria-label={title}>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <Code block tabIndex={0}>
        {JSON.stringify(value, null, 2)}
      </Code>
    </section>
  )
}
