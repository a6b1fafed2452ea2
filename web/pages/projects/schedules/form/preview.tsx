import { Badge, List, Loader, Stack, Text, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Clock } from 'lucide-react'
import { client } from '../../../../api/client.ts'
import { violationsByField } from '../../../../api/problem.ts'
import { ProblemAlert } from '../../../../ui/problem-alert.tsx'
import { firesOnTheWall, isZone } from '../fire-notes.ts'
import type { PreviewRequest } from '../shapes.ts'
import { fieldNames } from './values.ts'

const SETTLE_MS = 250
export const SHOWN_FIRES = 10

/** The next due times of the unsaved input, and its violations by field. */
export function usePreview(timing: PreviewRequest) {
  const [settled] = useDebouncedValue(JSON.stringify(timing), SETTLE_MS)
  const preview = useQuery({
    queryKey: ['schedule-preview', settled],
    queryFn: async () => {
      const { data, error } = await client.POST('/v1/schedule-previews', {
        body: { ...JSON.parse(settled), count: SHOWN_FIRES },
      })
      if (error !== undefined) throw error
      return data.fireTimes
    },
    placeholderData: keepPreviousData,
  })
  const faults = Object.fromEntries(
    Object.entries(violationsByField(preview.error)).map(([path, fault]) => [
      fieldNames[path] ?? path,
      fault,
    ]),
  )
  return { fireTimes: preview.error === null ? preview.data : [], error: preview.error, faults }
}

interface NextFiresProps {
  readonly fireTimes: readonly string[] | undefined
  readonly timeZone: string
  readonly error?: unknown
  /** Whether each is later by the schedule's share of its jitter. */
  readonly hasJitter?: boolean
  /** Said instead of the times, e.g. that a schedule is disabled. */
  readonly none: string
}

/** Due times on the wall of a schedule's zone, with what daylight saving does to them. */
export function NextFires({ fireTimes, timeZone, error, none, hasJitter = false }: NextFiresProps) {
  const zone = isZone(timeZone) ? timeZone : 'UTC'
  return (
    <Stack gap="xs" component="section" aria-label="Next due times">
      <Title order={2}>Next due times</Title>
      <ProblemAlert error={error} />
      {fireTimes === undefined && !error && <Loader size="sm" aria-label="Loading the next due times" />}
      {fireTimes?.length === 0 && (
        <Text size="sm" c="dimmed">
          {none}
        </Text>
      )}
      {fireTimes !== undefined && fireTimes.length > 0 && (
        <>
          <List size="sm" spacing={2} type="ordered" listStyleType="none">
            {firesOnTheWall(fireTimes, zone).map(({ at, wall, notes }) => (
              <List.Item key={at}>
                <time dateTime={at}>{wall}</time>
                {notes.map((note) => (
                  <Text key={note} size="xs" c="dimmed">
                    <Clock size={12} aria-hidden style={{ verticalAlign: '-2px' }} /> {note}
                  </Text>
                ))}
              </List.Item>
            ))}
          </List>
          {hasJitter && (
            <Text size="xs" c="dimmed">
              Includes this schedule's jitter.
            </Text>
          )}
          <Badge variant="default" tt="none" fw={400}>
            {zone}
          </Badge>
        </>
      )}
    </Stack>
  )
}
