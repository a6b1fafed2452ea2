import { Badge, Loader, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import type { operations } from '../../../../openapi/types.generated.ts'
import { sharedReference } from '../../../../src/pipeline/shared/reference.ts'
import { paths } from '../../../paths.ts'
import { PageLink } from '../../../ui/link.tsx'
import classes from './calls.module.css'

export type PipelineCalls = operations['getPipelineCalls']['responses'][200]['content']['application/json']
type Callee = PipelineCalls['callees'][number]
type PipelineCaller = PipelineCalls['callers'][number]
type SharedCallee = PipelineCalls['sharedCallees'][number]

/** A link to a pipeline, with one of its components chosen. */
export type LinkToPipeline = (path: string, name: string, component?: string) => ReactNode

interface CallListsProps {
  readonly calls: PipelineCalls | undefined
  readonly linkTo: LinkToPipeline
  /** Selects a component of the pipeline itself; without it, its components are names. */
  readonly linkToOwn?: (component: string) => ReactNode
}

/** The pipelines that a pipeline runs, and those that run it. */
export function CallLists({ calls, linkTo, linkToOwn }: CallListsProps) {
  if (calls === undefined) return <Loader size="sm" aria-label="Loading the calls" />
  const { callees, calleeCount, callers, callerCount, sharedCallees } = calls
  return (
    <Stack gap="md">
      <List title="Runs" count={calleeCount} shown={callees.length} none="It runs no other pipeline.">
        {callees.map((one) => (
          <li key={one.component}>
            <CalleeName callee={one} linkTo={linkTo} />
            <About call={one}>{linkToOwn?.(one.component) ?? one.component}</About>
          </li>
        ))}
      </List>
      {sharedCallees.length > 0 && (
        <List title="Runs shared pipelines" count={sharedCallees.length} shown={sharedCallees.length} none="">
          {sharedCallees.map((one) => (
            <li key={one.component}>
              <SharedName callee={one} />
              <About call={one}>{linkToOwn?.(one.component) ?? one.component}</About>
            </li>
          ))}
        </List>
      )}
      <List title="Run by" count={callerCount} shown={callers.length} none="No other pipeline runs it.">
        {callers.map((one) => (
          <li key={`${one.path}\n${one.component}`}>
            {linkTo(one.path, one.pipelineName, one.component)}
            <State call={one} />
            <About call={one}>
              {one.component}
              {one.state === 'DECIDED_WHILE_RUNNING' && (
                <>
                  , named <span className="monospace">{one.reference}</span>
                </>
              )}
            </About>
          </li>
        ))}
      </List>
    </Stack>
  )
}

interface ListProps {
  readonly title: string
  readonly count: number
  readonly shown: number
  readonly none: string
  readonly children: ReactNode
}

const List = ({ title, count, shown, none, children }: ListProps) => (
  <section aria-label={title}>
    <Title order={3} size="h5" mb={4}>
      {title} ({count.toLocaleString()})
    </Title>
    {count === 0 ? (
      <Text size="sm" c="dimmed">
        {none}
      </Text>
    ) : (
      <ul className={classes['calls']}>{children}</ul>
    )}
    {shown < count && (
      <Text size="sm" c="dimmed">
        These are the first {shown.toLocaleString()}.
      </Text>
    )}
  </section>
)

function CalleeName({ callee, linkTo }: { readonly callee: Callee; readonly linkTo: LinkToPipeline }) {
  const { path, pipelineName = callee.reference } = callee
  return (
    <>
      {path === undefined ? (
        <Text span size="sm">
          {pipelineName}
        </Text>
      ) : (
        linkTo(path, pipelineName)
      )}
      <State call={callee} />
    </>
  )
}

/** A shared pipeline with the version that a run would take now. */
function SharedName({ callee }: { readonly callee: SharedCallee }) {
  const { reference, state, versionName, statedVersion, newestVersionName, fault } = callee
  const prefix = sharedReference(reference)?.prefix
  const isOlder =
    statedVersion !== undefined && newestVersionName !== undefined && newestVersionName !== statedVersion
  return (
    <>
      {prefix === undefined || state !== 'KNOWN' ? (
        <Text span size="sm">
          {reference}
        </Text>
      ) : (
        <PageLink to={paths.sharedSet} params={{ prefix }} size="sm" underline="always">
          {reference}
        </PageLink>
      )}{' '}
      {versionName !== undefined && (
        <Text span size="sm">
          {versionName}
          {isOlder && ` (newest is ${newestVersionName})`}
        </Text>
      )}
      {state === 'DECIDED_WHILE_RUNNING' && <State call={{ state }} />}
      {fault !== undefined && (
        <Text size="sm" c="red">
          {fault}
        </Text>
      )}
    </>
  )
}

const states = {
  UNKNOWN: { color: 'red', text: 'does not exist' },
  WRONG_KIND: { color: 'red', text: 'is of the other kind' },
  DECIDED_WHILE_RUNNING: { color: 'gray', text: 'decided while running' },
} as const

function State({ call: { state } }: { readonly call: Pick<Callee | PipelineCaller, 'state'> }) {
  if (state === 'KNOWN') return null
  const { color, text } = states[state]
  return (
    <Badge variant="light" color={color} tt="none" size="sm">
      {text}
    </Badge>
  )
}

interface AboutProps {
  readonly call: Pick<Callee | PipelineCaller | SharedCallee, 'repeatedBy' | 'skipped'>
  readonly children: ReactNode
}

/** By which component, and what repeats or skips it. */
function About({ call, children }: AboutProps) {
  const { repeatedBy, skipped } = call
  return (
    <Text size="sm" c="dimmed" component="span" className={classes['about']!}>
      component {children}
      {repeatedBy !== undefined && <>, repeated by {repeatedBy}</>}
      {skipped && <>, skipped</>}
    </Text>
  )
}
