import { paths } from '../paths.ts'
import { EmptyState } from './empty-state.tsx'
import { ButtonLink } from './link.tsx'

/** An address that names no page. */
export function NotFound() {
  return (
    <EmptyState title="Page not found" isPage>
      <ButtonLink to={paths.home} variant="default" mt="xs">
        Go to home
      </ButtonLink>
    </EmptyState>
  )
}
