import { Select } from '@mantine/core'
import { useEvery } from '../../../../api/every.ts'
import { nameOf } from '../../../../components/choices.ts'

interface BranchChoiceProps {
  readonly projectId: string
  /** Branch, tag or commit; the default branch without one. */
  readonly value: string | undefined
  readonly onChange: (ref: string | undefined) => void
}

/**
 * Chooses the branch whose files or commits are shown. A commit that a link led to is listed with the
 * branches.
 */
export function BranchChoice({ projectId, value, onChange }: BranchChoiceProps) {
  const { data: branches = [] } = useEvery('/v1/projects/{projectId}/repositories/branches', nameOf, {
    path: { projectId },
  })
  const names = branches.map(nameOf)
  const byDefault = branches.find(({ isDefault }) => isDefault)?.name
  const chosen = value ?? byDefault
  const isOther = chosen !== undefined && !names.includes(chosen)
  return (
    <Select
      aria-label="Branch"
      size="xs"
      w={220}
      searchable
      allowDeselect={false}
      placeholder="Branch"
      data={isOther ? [{ value: chosen, label: chosen.slice(0, 12) }, ...names] : names}
      value={chosen ?? null}
      onChange={(name) => onChange(name === byDefault ? undefined : (name ?? undefined))}
    />
  )
}
