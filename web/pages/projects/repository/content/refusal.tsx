import { isProblem } from '../../../../api/problem.ts'
import { NothingHere } from '../../../../ui/nothing-here.tsx'
import { ProblemAlert } from '../../../../ui/problem-alert.tsx'

interface RefusalProps {
  readonly error: unknown
  readonly onRetry: () => void
}

/** Why contents cannot be shown. A repository without a commit is no failure, it is only new. */
export function Refusal({ error, onRetry }: RefusalProps) {
  const isEmpty = isProblem(error) && error.status === 409 && error.detail.includes('no commit')
  if (!isEmpty) return <ProblemAlert error={error} onRetry={onRetry} />
  return (
    <NothingHere title="The repository is empty">
      Push a first commit to its default branch; its files appear here by themselves.
    </NothingHere>
  )
}
