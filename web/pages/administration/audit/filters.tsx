import { NativeSelect, Select, SimpleGrid, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useProjectNames } from '../../../components/projects.ts'
import { ActorFilter } from './actor-filter.tsx'
import type { AuditAddress } from './query.ts'

interface AuditFiltersProps {
  readonly address: AuditAddress
  readonly onChange: (wanted: AuditAddress) => void
}

const TYPING_PAUSE_MS = 300

/** Filters by day, operation, actor, project and outcome; kept in the query of the page. */
export function AuditFilters({ address, onChange }: AuditFiltersProps) {
  const names = useProjectNames()
  const changeAfterPause = useDebouncedCallback(onChange, TYPING_PAUSE_MS)
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, lg: 6 }} spacing="xs" verticalSpacing={6}>
      <TextInput
        type="date"
        label="From"
        size="xs"
        defaultValue={address.from ?? ''}
        onChange={({ currentTarget }) => onChange({ from: currentTarget.value || undefined })}
      />
      <TextInput
        type="date"
        label="To"
        size="xs"
        defaultValue={address.to ?? ''}
        onChange={({ currentTarget }) => onChange({ to: currentTarget.value || undefined })}
      />
      <TextInput
        label="Operation"
        size="xs"
        placeholder="e.g. updateSchedule"
        data-filter
        defaultValue={address.operation ?? ''}
        onChange={({ currentTarget }) => changeAfterPause({ operation: currentTarget.value || undefined })}
      />
      <ActorFilter actorId={address.actorId} onChange={(actorId) => onChange({ actorId })} />
      <Select
        label="Project"
        size="xs"
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Clear the project' }}
        value={address.projectId ?? null}
        data={[...names].map(([value, label]) => ({ value, label }))}
        onChange={(projectId) => onChange({ projectId: projectId ?? undefined })}
      />
      <NativeSelect
        label="Outcome"
        size="xs"
        value={address.outcome ?? ''}
        data={[
          { value: '', label: 'Any' },
          { value: 'SUCCEEDED', label: 'Succeeded' },
          { value: 'REFUSED', label: 'Refused' },
          { value: 'UNKNOWN', label: 'Unknown' },
        ]}
        onChange={({ currentTarget }) => onChange({ outcome: currentTarget.value || undefined })}
      />
    </SimpleGrid>
  )
}
