import { paths } from '../paths.ts'
import { ButtonLink } from './link.tsx'
import { NothingHere } from './nothing-here.tsx'

/** An address that names no page. */
export function NotFound() {
  return (
    <NothingHere title="There is no page at this address" isPage>
      <ButtonLink to={paths.home} variant="default" mt="xs">
        Go home
      </ButtonLink>
    </NothingHere>
  )
}
