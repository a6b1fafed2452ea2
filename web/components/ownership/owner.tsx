import { Select } from '@mantine/core'
import { useState } from 'react'
import { useSession } from '../../api/session.ts'
import { useProjectNames } from '../projects.ts'

/** Stands for the installation in selects, whose values are texts. */
const INSTALLATION = 'installation'

interface OwnerNameProps {
  /** Absent: the installation. */
  readonly projectId: string | undefined
}

/** Who owns a connector or an OAuth entry. A project that the user cannot see has no name here. */
export function OwnerName({ projectId }: OwnerNameProps) {
  const names = useProjectNames()
  if (projectId === undefined) return 'Installation'
  return names.get(projectId) ?? 'Another project'
}

interface OwnerSelectProps {
  /** Null: the installation; undefined: not chosen yet. */
  readonly value: string | null | undefined
  readonly onChange: (projectId: string | null) => void
}

/** Chooses the owner; only administrators can choose the installation. */
export function OwnerSelect({ value, onChange }: OwnerSelectProps) {
  const { accountRole } = useSession()
  const names = useProjectNames()
  const projects = [...names].map(([id, name]) => ({ value: id, label: name }))
  const installation = { value: INSTALLATION, label: 'Installation' }
  return (
    <Select
      label="Owner"
      description="Members of the owning project can change it; share it to let other projects use it."
      placeholder="Choose a project"
      searchable
      required
      allowDeselect={false}
      data={accountRole === 'SUPER_ADMIN' ? [installation, ...projects] : projects}
      value={value === null ? INSTALLATION : (value ?? null)}
      onChange={(chosen) => onChange(chosen === INSTALLATION ? null : chosen)}
    />
  )
}

/** The member of a request that names the owner; empty for the installation. */
export interface Owned {
  readonly projectId?: string
}

/**
 * The owner of something new and how to choose it. At first the only project, or for administrators the
 * installation; where there are several projects, nothing, and the API says that one is required.
 */
export function useOwner() {
  const { accountRole } = useSession()
  const names = useProjectNames()
  const [chosen, choose] = useState<string | null>()
  const only = names.size === 1 ? [...names.keys()][0] : undefined
  const first = accountRole === 'SUPER_ADMIN' ? null : only
  const owner = chosen === undefined ? first : chosen
  const wanted: Owned = typeof owner === 'string' ? { projectId: owner } : {}
  return { owner, choose, wanted }
}
