import { Center, Stack, Text } from '@mantine/core'
import { Waves } from 'lucide-react'
import type { ReactNode } from 'react'

interface EmptyStateProps {
  readonly title: string
  /** What to do next. */
  readonly children?: ReactNode
}

/** The empty state of a list or page: says that it is empty, and what to do next. */
export function EmptyState({ title, children }: EmptyStateProps) {
  return (
    <Center py="xl">
      <Stack gap="xs" align="center" maw={480} ta="center">
        <Waves size={36} aria-hidden strokeWidth={1.25} />
        <Text fw={600}>{title}</Text>
        {children !== undefined && (
          <Text component="div" c="dimmed" size="sm">
            {children}
          </Text>
        )}
      </Stack>
    </Center>
  )
}
