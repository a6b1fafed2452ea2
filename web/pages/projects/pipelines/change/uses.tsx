import { Alert, List, Loader, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { api } from '../../../../api/client.ts'
import { ProblemAlert } from '../../../../ui/problem-alert.tsx'
import type { Named, Place } from './rename.ts'

const SHOWN = 10
/** Only their number counts. */
const COUNTED = { page: 0, size: 1 }

/** The pipelines that run one, and how many schedules and triggers do by its name. */
export function useUses({ projectId, baseCommit }: Place, { name, path }: Named) {
  const inProject = { projectId }
  const calls = api.useQuery('get', '/v1/projects/{projectId}/pipelines/calls', {
    params: { path: inProject, query: { ref: baseCommit, name: path } },
  })
  const byName = { params: { path: inProject, query: { ...COUNTED, pipelineName: name } } }
  const schedules = api.useQuery('get', '/v1/projects/{projectId}/schedules', byName)
  const triggers = api.useQuery('get', '/v1/projects/{projectId}/triggers', byName)
  const callers = calls.data?.callers ?? []
  const pathsOf = (wanted: (typeof callers)[number]['state']) => [
    ...new Set(callers.filter(({ state }) => state === wanted).map((caller) => caller.path)),
  ]
  return {
    error: calls.error ?? schedules.error ?? triggers.error,
    isKnown: [calls, schedules, triggers].every(({ data }) => data !== undefined),
    /** Whether `callers` and `undecided` are all that there are. */
    areAll: callers.length === calls.data?.callerCount,
    callers: pathsOf('KNOWN'),
    undecided: pathsOf('DECIDED_WHILE_RUNNING'),
    schedules: schedules.data?.total ?? 0,
    triggers: triggers.data?.total ?? 0,
  }
}

export type Uses = ReturnType<typeof useUses>

interface UsesProps {
  readonly uses: Uses
  /** What becomes of the pipelines that run it, of one or of several. */
  readonly fate: { readonly one: string; readonly several: string }
  /** What to do about schedules and triggers. */
  readonly advice: string
}

/** What runs a pipeline that is about to change. */
export function UsesOf({ uses, fate, advice }: UsesProps) {
  const { callers, undecided, schedules, triggers } = uses
  if (uses.error !== null) return <ProblemAlert error={uses.error} />
  if (!uses.isKnown) return <Loader size="sm" aria-label="Loading what runs it" />
  const events = [counted(schedules, 'schedule'), counted(triggers, 'trigger')].filter((text) => text !== '')
  return (
    <>
      {callers.length > 0 && (
        <Paths paths={callers}>
          {counted(callers.length, 'pipeline')}{' '}
          {callers.length === 1 ? `runs it and ${fate.one}` : `run it and ${fate.several}`}:
        </Paths>
      )}
      {undecided.length > 0 && (
        <Paths paths={undecided}>
          These take the name of the pipeline that they run from a variable. Look at them yourself:
        </Paths>
      )}
      {events.length > 0 && (
        <Alert color="yellow" role="note">
          {events.join(' and ')} {schedules + triggers === 1 ? 'runs' : 'run'} it by its name. {advice}
        </Alert>
      )}
    </>
  )
}

const counted = (count: number, what: string): string =>
  count === 0 ? '' : `${count.toLocaleString()} ${what}${count === 1 ? '' : 's'}`

const Paths = ({ paths, children }: { readonly paths: readonly string[]; readonly children: ReactNode }) => (
  <div>
    <Text size="sm">{children}</Text>
    <List size="sm" style={{ overflowWrap: 'anywhere' }}>
      {paths.slice(0, SHOWN).map((path) => (
        <List.Item key={path}>{path}</List.Item>
      ))}
    </List>
    {paths.length > SHOWN && (
      <Text size="sm" c="dimmed">
        and {(paths.length - SHOWN).toLocaleString()} more
      </Text>
    )}
  </div>
)
