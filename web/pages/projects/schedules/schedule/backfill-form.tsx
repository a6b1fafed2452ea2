import { Button, Card, Group, List, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { api, invalidate } from '../../../../api/client.ts'
import { showDone } from '../../../../ui/confirm.tsx'
import { ProblemAlert } from '../../../../ui/problem-alert.tsx'
import { showAtFields } from '../../../../ui/problem-fields.ts'
import { firesOnTheWall } from '../fire-notes.ts'
import { PastRange, type PastRangeValues, rangeOf, usePastRange } from '../form/past-range.tsx'
import type { BackfillPlan, Schedule } from '../shapes.ts'

interface BackfillFormProps {
  readonly projectId: string
  readonly schedule: Schedule
}

interface Tried {
  readonly plan: BackfillPlan
  readonly range: { readonly from: string; readonly to: string }
}

/** A range of the past: first what would run, then, if that is what was meant, the runs. */
export function BackfillForm({ projectId, schedule }: BackfillFormProps) {
  const [tried, setTried] = useState<Tried>()
  const [shown, setShown] = useState<readonly string[]>([])
  const form = usePastRange(() => setTried(undefined))
  const path = { projectId, scheduleId: schedule.scheduleId }
  const ask = api.useMutation('post', '/v1/projects/{projectId}/schedules/{scheduleId}/backfills', {
    onError: (error) => setShown(showAtFields(form, error)),
  })
  const request = (range: Tried['range'], dryRun: boolean) =>
    ask.mutateAsync({ params: { path }, body: { ...range, dryRun } })
  async function attempt(values: PastRangeValues): Promise<void> {
    const range = rangeOf(values)
    setTried({ plan: await request(range, true), range })
  }
  async function begin({ range, plan }: Tried): Promise<void> {
    await request(range, false)
    setTried(undefined)
    showDone(`Backfill started: ${countOf(plan)}`)
    await invalidate('/v1/projects/{projectId}/schedules/{scheduleId}')
  }
  return (
    <Card withBorder component="section" aria-label="New backfill">
      <form onSubmit={form.onSubmit((values) => void attempt(values).catch(() => undefined))} noValidate>
        <Stack gap="sm">
          <Title order={2}>New backfill</Title>
          <Text size="sm" c="dimmed">
            Queues the missing runs of a past range, with lower priority than live work. Nothing runs twice.
          </Text>
          <PastRange form={form} />
          <ProblemAlert error={ask.error} fieldMessages={shown} />
          <Group>
            <Button type="submit" variant={tried ? 'default' : 'filled'} loading={ask.isPending && !tried}>
              Preview
            </Button>
          </Group>
          {tried !== undefined && (
            <Planned
              tried={tried}
              timeZone={schedule.cronTimezone}
              isPending={ask.isPending}
              onBegin={() => void begin(tried).catch(() => undefined)}
            />
          )}
        </Stack>
      </form>
    </Card>
  )
}

interface PlannedProps {
  readonly tried: Tried
  readonly timeZone: string
  readonly isPending: boolean
  readonly onBegin: () => void
}

const LISTED = 10

function Planned({ tried, timeZone, isPending, onBegin }: PlannedProps) {
  const { total, alreadyRun, fireTimes } = tried.plan
  const left = total - alreadyRun
  return (
    <Stack gap="xs" role="status">
      <Text size="sm">
        {total.toLocaleString('en')} due {total === 1 ? 'time' : 'times'} in this range
        {alreadyRun > 0 && `, ${alreadyRun.toLocaleString('en')} of them started before`}.
      </Text>
      <List size="sm" type="ordered" listStyleType="none">
        {firesOnTheWall(fireTimes.slice(0, LISTED), timeZone).map(({ at, wall }) => (
          <List.Item key={at}>{wall}</List.Item>
        ))}
        {left > LISTED && <List.Item>and {(left - LISTED).toLocaleString('en')} more</List.Item>}
      </List>
      <Group>
        <Button onClick={onBegin} disabled={left === 0} loading={isPending}>
          {left === 0 ? 'Nothing to run' : `Run ${countOf(tried.plan)}`}
        </Button>
      </Group>
    </Stack>
  )
}

function countOf({ total, alreadyRun }: BackfillPlan): string {
  const left = total - alreadyRun
  return `${left.toLocaleString('en')} due ${left === 1 ? 'time' : 'times'}`
}
