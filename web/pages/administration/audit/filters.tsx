import { Group, NativeSelect, Select, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useProjectNames } from '../../../ui/executions/project-names.ts'
import type { AuditAddress } from './query.ts'

interface AuditFiltersProps {
  readonly address: AuditAddress
  readonly onChange: (wanted: AuditAddress) => void
}

const PAUSE_MS = 300

/** By day, operation, project, who and outcome; kept in the address. */
export function AuditFilters({ address, onChange }: AuditFiltersProps) {
  const names = useProjectNames()
  const later = useDebouncedCallback(onChange, PAUSE_MS)
  return (
    <Group gap="xs" align="end">
      <TextInput
        type="date"
        label="From"
        defaultValue={address.from ?? ''}
        onChange={({ currentTarget }) => onChange({ from: currentTarget.value || undefined })}
      />
      <TextInput
        type="date"
        label="To"
        defaultValue={address.to ?? ''}
        onChange={({ currentTarget }) => onChange({ to: currentTarget.value || undefined })}
      />
      <TextInput
        label="Operation"
        placeholder="e.g. updateSchedule"
        data-filter
        defaultValue={address.operation ?? ''}
        onChange={({ currentTarget }) => later({ operation: currentTarget.value || undefined })}
      />
      <TextInput
        label="Id of who"
        defaultValue={address.actorId ?? ''}
        onChange={({ currentTarget }) => later({ actorId: currentTarget.value || undefined })}
      />
      <Select
        label="Project"
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Every project' }}
        value={address.projectId ?? null}
        data={[...names].map(([value, label]) => ({ value, label }))}
        onChange={(projectId) => onChange({ projectId: projectId ?? undefined })}
      />
      <NativeSelect
        label="Outcome"
        value={address.outcome ?? ''}
        data={[
          { value: '', label: 'Any' },
          { value: 'SUCCEEDED', label: 'Succeeded' },
          { value: 'REFUSED', label: 'Refused' },
          { value: 'UNKNOWN', label: 'Unknown' },
        ]}
        onChange={({ currentTarget }) => onChange({ outcome: currentTarget.value || undefined })}
      />
    </Group>
  )
}
