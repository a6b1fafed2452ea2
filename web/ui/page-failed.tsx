import { useRouter } from '@tanstack/react-router'
import { ProblemAlert } from './problem-alert.tsx'

/** A page that broke, where the router caught it. */
export function PageFailed({ error }: { readonly error: unknown }) {
  const router = useRouter()
  return <ProblemAlert error={error} onRetry={() => void router.invalidate()} />
}
