import { Button, Card, Group, List, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { showDone } from '../../ui/confirm.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { showAtFields } from '../../ui/problem-fields.ts'
import { PastRange, type PastRangeValues, rangeOf, usePastRange } from './past-range.tsx'

type Range = ReturnType<typeof rangeOf>

/** What a backfill would run. */
export interface Plan {
  readonly total: number
  readonly alreadyRun: number
}

interface NewBackfillProps<P extends Plan> {
  /** What it runs, in a sentence. */
  readonly lead: string
  /** What it runs one execution for each of, e.g. `event` and `events`. */
  readonly noun: readonly [one: string, many: string]
  /** Asks the API; with `dryRun` nothing runs. */
  readonly request: (range: Range, dryRun: boolean) => Promise<P>
  /** The first `count` of what would run, a line each. */
  readonly linesOf: (plan: P, count: number) => readonly string[]
  /** Called when it has begun. */
  readonly onBegun: () => Promise<unknown>
  /** Further buttons. */
  readonly actions?: ReactNode
}

interface Tried<P> {
  readonly plan: P
  readonly range: Range
}

const LISTED = 10

/** A range of the past: first what would run, then, if that is what was meant, the runs. */
export function NewBackfill<P extends Plan>(props: NewBackfillProps<P>) {
  const { lead, noun, request, linesOf, onBegun, actions } = props
  const [tried, setTried] = useState<Tried<P>>()
  const [error, setError] = useState<unknown>(null)
  const [shown, setShown] = useState<readonly string[]>([])
  const [isPending, setPending] = useState(false)
  const form = usePastRange(() => setTried(undefined))

  async function ask(range: Range, dryRun: boolean): Promise<P | undefined> {
    setPending(true)
    setError(null)
    try {
      return await request(range, dryRun)
    } catch (refused) {
      setShown(showAtFields(form, refused))
      setError(refused)
      return undefined
    } finally {
      setPending(false)
    }
  }
  async function attempt(values: PastRangeValues): Promise<void> {
    const range = rangeOf(values)
    const plan = await ask(range, true)
    const now = rangeOf(form.getValues())
    if (plan !== undefined && now.from === range.from && now.to === range.to) setTried({ plan, range })
  }
  async function begin({ range, plan }: Tried<P>): Promise<void> {
    if ((await ask(range, false)) === undefined) return
    setTried(undefined)
    await onBegun()
    showDone(`Backfill started: ${leftOf(plan, noun)}`)
  }
  return (
    <Card withBorder component="section" aria-label="New backfill">
      <form onSubmit={form.onSubmit((values) => void attempt(values))} noValidate>
        <Stack gap="sm">
          <Title order={2}>New backfill</Title>
          <Text size="sm" c="dimmed">
            {lead}
          </Text>
          <PastRange form={form} />
          <ProblemAlert error={error} fieldMessages={shown} />
          <Group>
            <Button type="submit" variant={tried ? 'default' : 'filled'} loading={isPending && !tried}>
              Preview
            </Button>
            {actions}
          </Group>
          {tried !== undefined && (
            <Planned
              plan={tried.plan}
              noun={noun}
              lines={linesOf(tried.plan, LISTED)}
              isPending={isPending}
              onBegin={() => void begin(tried)}
            />
          )}
        </Stack>
      </form>
    </Card>
  )
}

interface PlannedProps extends Pick<NewBackfillProps<Plan>, 'noun'> {
  readonly plan: Plan
  readonly lines: readonly string[]
  readonly isPending: boolean
  readonly onBegin: () => void
}

function Planned({ plan, noun, lines, isPending, onBegin }: PlannedProps) {
  const { total, alreadyRun } = plan
  const left = total - alreadyRun
  return (
    <Stack gap="xs" role="status">
      <Text size="sm">
        {counted(total, noun)} in this range
        {alreadyRun > 0 && `, ${alreadyRun.toLocaleString('en')} of them started before`}.
      </Text>
      <List size="sm" type="ordered" listStyleType="none">
        {lines.map((line) => (
          <List.Item key={line} style={{ overflowWrap: 'anywhere' }}>
            {line}
          </List.Item>
        ))}
        {left > LISTED && <List.Item>and {(left - LISTED).toLocaleString('en')} more</List.Item>}
      </List>
      <Group>
        <Button onClick={onBegin} disabled={left === 0} loading={isPending}>
          {left === 0 ? 'Nothing to run' : `Run ${leftOf(plan, noun)}`}
        </Button>
      </Group>
    </Stack>
  )
}

const counted = (count: number, [one, many]: NewBackfillProps<Plan>['noun']): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`

const leftOf = ({ total, alreadyRun }: Plan, noun: NewBackfillProps<Plan>['noun']): string =>
  counted(total - alreadyRun, noun)
