import { ActionIcon, Card, Group, List, Text, ThemeIcon, Title } from '@mantine/core'
import { Check, X } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useSession } from '../../api/session.ts'
import { paths } from '../../paths.ts'
import { PageLink } from '../../ui/link.tsx'
import { useMay } from '../rights/use-may.ts'
import { doneSteps, hide, isHidden, type Step, steps } from './steps.ts'
import { useCounts } from './use-counts.ts'

interface FirstStepsProps {
  readonly projectId: string
}

/**
 * What a new project needs until a pipeline runs by itself: for those who may do it, until all is done or it
 * is hidden. Its space is kept while it loads, so that nothing below moves away from a click.
 */
export function FirstSteps({ projectId }: FirstStepsProps) {
  const { id } = useSession()
  const may = useMay()
  const [isGone, setGone] = useState(() => isHidden(localStorage, id, projectId))
  const mayAll = ['repository:push', 'environments:write', 'schedules:write'].every((permission) =>
    may({ projectId, permission }),
  )
  const known = doneSteps(useCounts(projectId, mayAll && !isGone))
  const done = known ?? nothingDone
  const isOver = done.size === steps.length
  // Asked for once: the pages of a project that is under way ask for nothing.
  useEffect(() => {
    if (isOver) hide(localStorage, id, projectId)
  }, [isOver, id, projectId])
  if (!mayAll || isGone || isOver) return null
  const next = steps.find((step) => !done.has(step))
  function close(): void {
    hide(localStorage, id, projectId)
    setGone(true)
  }
  return (
    <Card
      withBorder
      component="section"
      aria-label="First steps"
      maw={720}
      mb="md"
      padding="sm"
      {...(known === undefined && { style: { visibility: 'hidden' } })}
    >
      <Group justify="space-between" wrap="nowrap" mb={6}>
        <Title order={2} size="h4">
          First steps
        </Title>
        <ActionIcon variant="subtle" color="gray" aria-label="Hide the first steps" onClick={close}>
          <X size={16} aria-hidden />
        </ActionIcon>
      </Group>
      <List spacing={6} size="sm" center listStyleType="none">
        {steps.map((step, at) => (
          <List.Item key={step} icon={<Mark isDone={done.has(step)} number={at + 1} />}>
            <Text span size="sm" {...(step === next && { fw: 600 })} {...(done.has(step) && { c: 'dimmed' })}>
              {sentences[step](projectId)}
            </Text>
          </List.Item>
        ))}
      </List>
    </Card>
  )
}

const nothingDone: ReadonlySet<Step> = new Set()

const Mark = ({ isDone, number }: { readonly isDone: boolean; readonly number: number }) => (
  <ThemeIcon size={22} radius="xl" variant={isDone ? 'filled' : 'default'}>
    {isDone ? <Check size={13} aria-label="Done" /> : <Text size="xs">{number}</Text>}
  </ThemeIcon>
)

/** What to do, with a link to where it is done. */
const sentences: Readonly<Record<Step, (projectId: string) => ReactNode>> = {
  environment: (projectId) => (
    <>
      Create an{' '}
      <PageLink to={paths.environments} params={{ projectId }} underline="always">
        environment
      </PageLink>
      : the runner and the database that pipelines run on.
    </>
  ),
  pipeline: (projectId) => (
    <>
      Make a{' '}
      <PageLink to={paths.pipelines} params={{ projectId }} underline="always">
        pipeline
      </PageLink>{' '}
      from a template, or push your own.
    </>
  ),
  run: (projectId) => (
    <>
      Run it: in the{' '}
      <PageLink to={paths.designer} params={{ projectId }} underline="always">
        Designer
      </PageLink>{' '}
      your draft runs as it is.
    </>
  ),
  publish: (projectId) => (
    <>
      Commit it, and publish a version to an{' '}
      <PageLink to={paths.environments} params={{ projectId }} underline="always">
        environment
      </PageLink>
      .
    </>
  ),
  schedule: (projectId) => (
    <>
      Let a{' '}
      <PageLink to={paths.newSchedule} params={{ projectId }} underline="always">
        schedule
      </PageLink>{' '}
      run it from now on.
    </>
  ),
}
