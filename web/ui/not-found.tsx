import { paths } from '../paths.ts'
import { EmptyState } from './empty-state.tsx'
import { ButtonLink } from './link.tsx'
import { Page } from './page.tsx'

/** An address that names no page. */
export const NotFound = () => (
  <Page title="Page not found">
    <EmptyState title="This address leads nowhere">
      It may be mistyped, or from an older version.
      <br />
      <ButtonLink to={paths.home} variant="default" mt="xs">
        Go to home
      </ButtonLink>
    </EmptyState>
  </Page>
)
