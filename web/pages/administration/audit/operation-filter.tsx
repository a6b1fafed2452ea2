import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { SearchedChoice } from './searched-choice.tsx'

const FOUND = 50
const TYPING_PAUSE_MS = 200

interface OperationFilterProps {
  readonly operation: string | undefined
  readonly onChange: (operation: string | undefined) => void
}

/** What was done: the operations that have entries, by a part of the name. */
export function OperationFilter({ operation, onChange }: OperationFilterProps) {
  const [text, setText] = useState(operation ?? '')
  const [asked] = useDebouncedValue(text, TYPING_PAUSE_MS)
  const { data, error } = api.useQuery(
    'get',
    '/v1/events/operations',
    { params: { query: { size: FOUND, name: asked === operation ? '' : asked } } },
    { placeholderData: keepPreviousData },
  )
  return (
    <SearchedChoice
      label="Operation"
      placeholder="e.g. updateSchedule"
      value={operation}
      found={data?.results.map(({ operation: name }) => ({ value: name, label: name }))}
      error={error}
      text={text}
      onSearch={setText}
      onChange={onChange}
      isFirst
    />
  )
}
