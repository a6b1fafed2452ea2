import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { useMay } from '../../components/rights/use-may.ts'
import { canOpen } from '../../components/shell/can-open.ts'
import { type PageKey, pages, pagesIn } from '../../pages.ts'
import { ButtonLink } from '../../ui/link.tsx'
import { Page } from '../../ui/page.tsx'

interface AdministrationProps {
  /** Which one it is; its heading is the name that the tabs show. */
  readonly page: PageKey
  readonly lead?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A page of the administration, with the way to the others. */
export function Administration({ page, children, ...rest }: AdministrationProps) {
  const may = useMay()
  return (
    <>
      <Group gap={4} mb="md" component="nav" aria-label="Administration">
        {pagesIn('administration')
          .filter((page) => canOpen(may, page))
          .map(({ label, path }) => (
            <ButtonLink
              key={path}
              to={path}
              size="compact-sm"
              variant="subtle"
              color="gray"
              activeOptions={{ includeSearch: false }}
              activeProps={{ variant: 'light', color: 'water' }}
            >
              {label}
            </ButtonLink>
          ))}
      </Group>
      <Page title={pages[page].label} {...rest}>
        {children}
      </Page>
    </>
  )
}
