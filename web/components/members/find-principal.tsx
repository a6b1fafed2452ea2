import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { sentenceOf } from '../../api/problem.ts'
import { kindWords, type Principal } from './shapes.ts'

const FOUND = 20
const PAUSE_MS = 200

/** Where access is granted: in a project, or in one environment of it. */
export interface GrantPlace {
  readonly projectId: string
  readonly environmentName?: string | undefined
}

interface FindPrincipalProps {
  readonly place: GrantPlace
  readonly chosen: Principal | undefined
  readonly onChoose: (principal: Principal | undefined) => void
}

/** Users, groups and credentials by a part of the name, searched on the server. */
export function FindPrincipal({ place, chosen, onChoose }: FindPrincipalProps) {
  const [text, setText] = useState('')
  const [asked] = useDebouncedValue(text, PAUSE_MS)
  const { data, error } = useCandidates(place, chosen !== undefined && asked === labelOf(chosen) ? '' : asked)
  const found = data?.results ?? []
  const all = chosen === undefined || found.some(({ id }) => id === chosen.id) ? found : [chosen, ...found]
  return (
    <Select
      label="User, group or credential"
      placeholder="Search by name"
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Clear the selection' }}
      searchValue={text}
      onSearchChange={setText}
      filter={({ options }) => options}
      value={chosen?.id ?? null}
      data={all.map((principal) => ({ value: principal.id, label: labelOf(principal) }))}
      nothingFoundMessage={error ? 'Could not list names' : 'No matches'}
      error={error ? sentenceOf(error) : undefined}
      onChange={(id) => onChoose(all.find((principal) => principal.id === id))}
    />
  )
}

/** Whoever may grant access in the place may read who could get it there. */
function useCandidates({ projectId, environmentName = '' }: GrantPlace, name: string) {
  const query = { size: FOUND, name }
  const isProject = environmentName === ''
  const ofProject = api.useQuery(
    'get',
    '/v1/projects/{projectId}/member-candidates',
    { params: { path: { projectId }, query } },
    { placeholderData: keepPreviousData, enabled: isProject },
  )
  const ofEnvironment = api.useQuery(
    'get',
    '/v1/projects/{projectId}/environments/{environmentName}/member-candidates',
    { params: { path: { projectId, environmentName }, query } },
    { placeholderData: keepPreviousData, enabled: !isProject },
  )
  return isProject ? ofProject : ofEnvironment
}

const labelOf = ({ kind, name }: Principal): string =>
  kind === 'USER' ? name : `${name} (${kindWords[kind].toLowerCase()})`
