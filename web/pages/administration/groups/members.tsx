import { ActionIcon, Group, Loader, Select, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { X } from 'lucide-react'
import { useState } from 'react'
import { api, invalidate } from '../../../api/client.ts'
import { sentenceOf } from '../../../api/problem.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'

interface MembersDialogProps {
  readonly id: string
  readonly name: string
  readonly onClose: () => void
}

const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
const one = '/v1/directory-integration/scim/v2/Groups/{id}'

/** Lists and changes the members of a group. */
export function MembersDialog({ id, name, onClose }: MembersDialogProps) {
  const params = { path: { id } }
  const group = api.useQuery('get', one, { params })
  const patch = api.useMutation('patch', one, { onSuccess: () => invalidate(one) })
  const members = group.data?.members ?? []
  const send = (op: 'add' | 'remove', member: string) => {
    const operation =
      op === 'add'
        ? { op, path: 'members', value: [{ value: member }] }
        : { op, path: `members[value eq "${member}"]` }
    patch.mutate({ params, body: { schemas: [PATCH], Operations: [operation] } })
  }
  return (
    <Dialog opened onClose={onClose} title={`Members of ${name}`}>
      <Stack gap="xs">
        <ProblemAlert error={patch.error ?? group.error} />
        <AddMember onAdd={(member) => send('add', member)} />
        {group.isLoading && <Loader aria-label="Loading the members" />}
        {group.data !== undefined && members.length === 0 && (
          <Text size="sm" c="dimmed">
            This group has no members yet.
          </Text>
        )}
        {members.map(({ value = '', display }) => (
          <Group key={value} justify="space-between" wrap="nowrap">
            <Text size="sm">{display ?? value}</Text>
            <ActionIcon
              variant="subtle"
              color="red"
              onClick={() => send('remove', value)}
              aria-label={`Remove ${display ?? value}`}
            >
              <X size={16} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
      </Stack>
    </Dialog>
  )
}

const MAX_OPTIONS = 20
const TYPING_PAUSE_MS = 200

function AddMember({ onAdd }: { readonly onAdd: (id: string) => void }) {
  const [text, setText] = useState('')
  const [searched] = useDebouncedValue(text, TYPING_PAUSE_MS)
  const filter = searched === '' ? {} : { filter: `userName co ${JSON.stringify(searched)}` }
  const { data, error } = api.useQuery('get', '/v1/directory-integration/scim/v2/Users', {
    params: { query: { ...filter, count: MAX_OPTIONS, attributes: 'id,userName' } },
  })
  const users = (data?.Resources ?? []).map(({ id = '', userName = '' }) => ({ value: id, label: userName }))
  return (
    <Select
      label="Add a user"
      placeholder="Part of the user name"
      searchable
      searchValue={text}
      onSearchChange={setText}
      value={null}
      data={users}
      nothingFoundMessage={data && 'No matching users'}
      error={error && sentenceOf(error)}
      onChange={(id) => {
        if (id === null) return
        onAdd(id)
        setText('')
      }}
    />
  )
}
