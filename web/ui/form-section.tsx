import { Card, Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'

/** Fields of a long form that belong together, under a title. */
export function FormSection({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Card withBorder component="section" aria-label={title}>
      <Stack gap="xs">
        <Title order={2}>{title}</Title>
        {children}
      </Stack>
    </Card>
  )
}
