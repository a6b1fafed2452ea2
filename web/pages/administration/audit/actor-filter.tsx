import { Select } from '@mantine/core'
import { api } from '../../../api/client.ts'

const ALL = { page: 0, size: 100 } as const

interface ActorFilterProps {
  readonly actorId: string | undefined
  readonly onChange: (actorId: string | undefined) => void
}

/** Who did it, by name: a user or an API credential. An id in the address that is neither any more stays. */
export function ActorFilter({ actorId, onChange }: ActorFilterProps) {
  const users = api.useQuery('get', '/v1/users', { params: { query: ALL } })
  const credentials = api.useQuery('get', '/v1/api-credentials', { params: { query: ALL } })
  const known = [
    ...(users.data?.results ?? []).map(({ id, name }) => ({ value: id, label: name })),
    ...(credentials.data?.results ?? []).map(({ clientId, name }) => ({
      value: clientId,
      label: `${name} (credential)`,
    })),
  ]
  const isKnown = actorId === undefined || known.some(({ value }) => value === actorId)
  return (
    <Select
      label="Actor"
      size="xs"
      placeholder="User or credential"
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Clear the actor' }}
      data={isKnown ? known : [{ value: actorId, label: actorId }, ...known]}
      value={actorId ?? null}
      onChange={(id) => onChange(id ?? undefined)}
    />
  )
}
