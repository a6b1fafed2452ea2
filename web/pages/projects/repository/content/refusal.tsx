import { Code } from '@mantine/core'
import { isProblem } from '../../../../api/problem.ts'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { ProblemAlert } from '../../../../ui/problem-alert.tsx'

interface RefusalProps {
  readonly error: unknown
  readonly onRetry: () => void
  /** Of a hosted repository: how a first commit gets there. */
  readonly cloneUrl?: string | undefined
}

/** A repository without a commit is no failure, it is only new. */
export const isEmptyRepository = (error: unknown): boolean =>
  isProblem(error) && error.status === 409 && error.detail.includes('no commit')

/** Why contents cannot be shown. */
export function Refusal({ error, onRetry, cloneUrl }: RefusalProps) {
  if (!isEmptyRepository(error)) return <ProblemAlert error={error} onRetry={onRetry} />
  return (
    <EmptyState title="The repository is empty">
      Push a first commit to its default branch; its files appear here automatically.
      {cloneUrl !== undefined && (
        <Code block mt="xs" ta="left" fz="xs" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {`git remote add headrace ${cloneUrl}\ngit push headrace main`}
        </Code>
      )}
    </EmptyState>
  )
}
