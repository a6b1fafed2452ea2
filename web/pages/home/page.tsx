import { Stack } from '@mantine/core'
import { useState } from 'react'
import { useSession } from '../../api/session.ts'
import { useProjectNames } from '../../components/projects.ts'
import { useMay } from '../../components/rights/use-may.ts'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageLink } from '../../ui/link.tsx'
import { Page } from '../../ui/page.tsx'
import { ExecutionCard } from './executions.tsx'
import { dayBefore, lateBefore, startOfToday } from './instants.ts'
import { NextRuns } from './next-runs.tsx'
import { Projects } from './projects.tsx'
import { RunnerHealth } from './runner-health.tsx'
import { SlowerPipelines } from './slower-pipelines.tsx'

const LATE_STEP_MS = 10_000

/** What runs, failed, succeeded, is late, runs next or got slower; runner health, and the projects. */
export function HomePage() {
  const may = useMay()
  if (!may('member') && !may('projectCreator')) return <NoRole />
  return (
    <Page title="Home">
      <div className="columns">
        <ExecutionCards />
        <Stack>
          <Projects />
          {may('member') && <Outlook />}
          {may('member') && <RunnerHealth />}
        </Stack>
      </div>
    </Page>
  )
}

/** The newest executions by what became of them. */
function ExecutionCards() {
  const projectNames = useProjectNames()
  const [late, setLate] = useState(() => lateBefore(new Date()))
  const now = lateBefore(new Date())
  if (Date.parse(now) - Date.parse(late) > LATE_STEP_MS) setLate(now)
  const today = startOfToday(new Date())
  const queuedAfter = dayBefore(today)
  const cards = [
    {
      title: 'Running now',
      filter: { status: ['RUNNING'] },
      none: 'Nothing is running.',
      instant: 'startedAt',
      all: 'View all running',
    },
    {
      title: 'Failed today',
      filter: { status: ['FAILED'], queuedAfter },
      finishedAfter: today,
      none: 'Nothing failed today.',
      instant: 'finishedAt',
      all: 'View all failed',
    },
    {
      title: 'Succeeded today',
      filter: { status: ['SUCCESS'], queuedAfter },
      finishedAfter: today,
      none: 'Nothing has succeeded yet today.',
      instant: 'finishedAt',
      all: 'View all successful',
    },
    {
      title: 'Late',
      filter: { status: ['QUEUED'], queuedBefore: late },
      none: 'Nothing has been queued for more than a minute.',
      instant: 'queuedAt',
      all: 'View all queued',
    },
  ] as const
  return (
    <Stack>
      {cards.map(({ all, filter, ...card }) => (
        <ExecutionCard
          key={card.title}
          {...card}
          filter={{ ...filter, status: [...filter.status] }}
          projectNames={projectNames}
          more={
            <PageLink to={paths.executions} search={{ status: filter.status[0] }}>
              {all}
            </PageLink>
          }
        />
      ))}
    </Stack>
  )
}

/** What comes next, and what got slower. */
function Outlook() {
  const projectNames = useProjectNames()
  return (
    <>
      <NextRuns projectNames={projectNames} />
      <SlowerPipelines projectNames={projectNames} />
    </>
  )
}

/** The first view of a new user: what to ask for, and whom. */
function NoRole() {
  const { name } = useSession()
  return (
    <Page title="Home">
      <EmptyState title="You have no role in a project yet">
        You are signed in as {name}. Ask the administrator of a project, or of this installation, to add you
        as a member: with the role Read only to look, Contributor to run, publish and schedule pipelines, or
        Administrator to manage the project. What you may do appears here within a minute.
      </EmptyState>
    </Page>
  )
}
