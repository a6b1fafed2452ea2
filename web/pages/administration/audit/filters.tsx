import { NativeSelect, Select, SimpleGrid } from '@mantine/core'
import { useProjectNames } from '../../../components/projects.ts'
import { InstantInput } from '../../../ui/instant-input.tsx'
import { ActorFilter } from './actor-filter.tsx'
import { OperationFilter } from './operation-filter.tsx'
import { type AuditAddress, queryOf } from './query.ts'

interface AuditFiltersProps {
  readonly address: AuditAddress
  readonly onChange: (wanted: AuditAddress) => void
}

/** Filters by time, operation, actor, project and outcome; kept in the query of the page. */
export function AuditFilters({ address, onChange }: AuditFiltersProps) {
  const names = useProjectNames()
  const { from, to } = queryOf(address)
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, lg: 6 }} spacing="xs" verticalSpacing={6}>
      <InstantInput label="From" value={from} onChange={(wanted) => onChange({ from: wanted })} />
      <InstantInput label="Before" value={to} onChange={(wanted) => onChange({ to: wanted })} />
      <OperationFilter operation={address.operation} onChange={(operation) => onChange({ operation })} />
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
