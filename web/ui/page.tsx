import { Breadcrumbs, Group, Stack, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import type { ReactNode } from 'react'

interface PageProps {
  readonly title: string
  /** A sentence below the title. */
  readonly lead?: ReactNode
  /** Links from the outermost to the parent. */
  readonly trail?: readonly ReactNode[]
  /** Buttons at the right of the title. */
  readonly actions?: ReactNode
  readonly children?: ReactNode
}

/** The frame of every page: its breadcrumbs, title, actions and content. */
export function Page({ title, lead, trail = [], actions, children }: PageProps) {
  useDocumentTitle(`${title} · Headrace`)
  return (
    <Stack gap="md">
      {trail.length > 0 && (
        <Breadcrumbs separatorMargin={6} className="trail">
          {[...trail]}
        </Breadcrumbs>
      )}
      <Group justify="space-between" align="flex-start" gap="sm">
        <div style={{ minWidth: 0 }}>
          <Title order={1} tabIndex={-1}>
            {title}
          </Title>
          {lead !== undefined && (
            <Text c="dimmed" size="sm" component="div">
              {lead}
            </Text>
          )}
        </div>
        {actions !== undefined && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  )
}
