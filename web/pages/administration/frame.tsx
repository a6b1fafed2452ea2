import { Group, ScrollArea } from '@mantine/core'
import type { ReactNode } from 'react'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/link.tsx'
import { Page } from '../../ui/page.tsx'

const parts = [
  ['Users', paths.users],
  ['Groups', paths.groups],
  ['API credentials', paths.credentials],
  ['Directory (SCIM)', paths.directory],
  ['Identity providers', paths.identityProviders],
  ['Audit log', paths.audit],
  ['About', paths.about],
] as const

interface AdministrationProps {
  readonly title: string
  readonly lead?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A page of the administration, with the way to the others. */
export function Administration({ children, ...page }: AdministrationProps) {
  return (
    <>
      <ScrollArea type="auto" mb="md" component="nav" aria-label="Administration">
        <Group gap={4} wrap="nowrap">
          {parts.map(([label, to]) => (
            <ButtonLink
              key={to}
              to={to}
              size="compact-sm"
              flex="none"
              variant="subtle"
              color="gray"
              activeOptions={{ includeSearch: false }}
              activeProps={{ variant: 'light', color: 'water' }}
            >
              {label}
            </ButtonLink>
          ))}
        </Group>
      </ScrollArea>
      <Page {...page}>{children}</Page>
    </>
  )
}
