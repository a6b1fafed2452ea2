import { Center, Stack, Text, Title } from '@mantine/core'
import { Waves } from 'lucide-react'
import type { ReactNode } from 'react'

interface EmptyStateProps {
  readonly title: string
  /** Whether it is the whole page, whose heading the title is then. */
  readonly isPage?: boolean
  /** What to do next. */
  readonly children?: ReactNode
}

/** The empty state of a list or page: says that it is empty, and what to do next. */
export function EmptyState({ title, isPage = false, children }: EmptyStateProps) {
  return (
    <Center py="xl" {...(isPage && { component: 'main', mih: '100vh', px: 'md' })}>
      <Stack gap="xs" align="center" maw={480} ta="center">
        <Waves size={36} aria-hidden strokeWidth={1.25} />
        {isPage ? <Title order={1}>{title}</Title> : <Text fw={600}>{title}</Text>}
        {children !== undefined && (
          <Text component="div" c="dimmed" size="sm">
            {children}
          </Text>
        )}
      </Stack>
    </Center>
  )
}
