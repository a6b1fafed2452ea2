import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import type { operations } from '../../../../openapi/types.generated.ts'
import { api } from '../../../api/client.ts'
import { nameOfActor } from './actor-name.ts'
import { SearchedChoice } from './searched-choice.tsx'

const FOUND = 50
const TYPING_PAUSE_MS = 200
const path = '/v1/events/actors'

type Actor = operations['listEventActors']['responses'][200]['content']['application/json']['results'][number]

interface ActorFilterProps {
  readonly actorId: string | undefined
  readonly onChange: (actorId: string | undefined) => void
}

/** Who did it, by a part of the name: everybody who has entries, deleted users too. */
export function ActorFilter({ actorId, onChange }: ActorFilterProps) {
  const [text, setText] = useState('')
  const [asked] = useDebouncedValue(text, TYPING_PAUSE_MS)
  const chosen = useActor(actorId)
  const isLabel = chosen !== undefined && asked === labelOf(chosen)
  const { data, error } = api.useQuery(
    'get',
    path,
    { params: { query: { size: FOUND, name: isLabel ? '' : asked } } },
    { placeholderData: keepPreviousData },
  )
  const found = data?.results ?? []
  const all = chosen === undefined ? found : [chosen, ...found.filter(({ id }) => id !== chosen.id)]
  return (
    <SearchedChoice
      label="Actor"
      placeholder="Search by name"
      value={actorId}
      found={all.map((actor) => ({ value: actor.id, label: labelOf(actor) }))}
      error={error}
      text={text}
      onSearch={setText}
      onChange={onChange}
    />
  )
}

/** The actor of the address, for the name. */
function useActor(actorId: string | undefined): Actor | undefined {
  const { data } = api.useQuery(
    'get',
    path,
    { params: { query: { size: FOUND, name: actorId ?? '' } } },
    { enabled: actorId !== undefined },
  )
  return actorId === undefined ? undefined : data?.results.find(({ id }) => id === actorId)
}

/** Users of one name differ in their user names. */
const labelOf = (actor: Actor): string =>
  actor.kind === 'USER' && actor.userName !== undefined && actor.userName !== actor.name
    ? `${actor.name} (${actor.userName})`
    : nameOfActor(actor)
