import { Select } from '@mantine/core'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'
import { useUnpublishedPlaces } from '../../pipelines/use-unpublished-places.ts'
import type { KnownDatabase } from './use-database-names.ts'

interface TablesFromProps {
  readonly projectId: string
  readonly database: KnownDatabase
}

/** Chooses the environment whose tables and columns are completed; nothing where the user may run in none. */
export function TablesFrom({ projectId, database }: TablesFromProps) {
  const { names } = useUnpublishedPlaces(projectId)
  const { environment, choose, error } = database
  if (names.length === 0) return null
  return (
    <>
      <Select
        size="xs"
        label="Complete tables from"
        placeholder="Choose an environment"
        data={[...names]}
        value={environment !== undefined && names.includes(environment) ? environment : null}
        allowDeselect={false}
        comboboxProps={{ zIndex: 400 }}
        onChange={(chosen) => {
          if (chosen !== null) choose(chosen)
        }}
      />
      <ProblemAlert error={error} />
    </>
  )
}
