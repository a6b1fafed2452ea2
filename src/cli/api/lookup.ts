import type { Execution } from '../../features/executions/schema.ts'
import type { Project } from '../../features/projects/schema.ts'
import type { AgentInfo as Runner } from '../../features/runners/schema.ts'
import type { Schedule } from '../../features/schedules/schema.ts'
import { isUuid } from '../../lib/ids.ts'
import { Failure } from '../terminal/failure.ts'
import type { Client } from './client.ts'

const MAX_NAMES_SHOWN = 20

/** The project with this id or name. Throws Failure naming those there are. */
export async function findProject(client: Client, idOrName: string): Promise<Project> {
  if (isUuid(idOrName)) return client.get<Project>(`/v1/projects/${idOrName}`)
  return pick('project', await client.all<Project>('/v1/projects'), idOrName)
}

/** The runner with this id or name; without one, the only runner there is. */
export async function findRunner(client: Client, idOrName?: string | undefined): Promise<Runner> {
  if (idOrName !== undefined && isUuid(idOrName)) return client.get<Runner>(`/v1/agents/${idOrName}`)
  const runners = await client.all<Runner>('/v1/agents')
  if (idOrName !== undefined) return pick('runner', runners, idOrName)
  const [only, another] = runners
  if (only === undefined)
    throw new Failure('No runner exists yet.', { hint: 'Create one with `headrace runners create`.' })
  if (another === undefined) return only
  throw new Failure('Several runners exist.', {
    hint: `Pass --runner with one of: ${names(runners)}`,
  })
}

/** The schedule of a project with this id or name, and its address. */
export async function findSchedule(
  client: Client,
  project: string,
  idOrName: string,
): Promise<{ schedule: Schedule; path: string }> {
  const all = `/v1/projects/${(await findProject(client, project)).id}/schedules`
  const schedule = isUuid(idOrName)
    ? await client.get<Schedule>(`${all}/${idOrName}`)
    : pick('schedule', await client.all<Schedule>(all), idOrName)
  return { schedule, path: `${all}/${schedule.scheduleId}` }
}

/** The execution with this id, whatever project it belongs to. */
export async function findExecution(client: Client, id: string): Promise<Execution> {
  return client.get<Execution>(`/v1/pipeline-executions/${executionId(id)}`)
}

/** `id` when it can be that of an execution; throws Failure otherwise. */
export function executionId(id: string): string {
  if (isUuid(id)) return id
  throw new Failure(`${JSON.stringify(id)} is not an execution id.`, {
    hint: '`headrace executions` lists the ids.',
  })
}

function pick<T extends { readonly name: string }>(noun: string, all: readonly T[], name: string): T {
  const exact = all.filter((item) => item.name === name)
  const found =
    exact.length > 0 ? exact : all.filter((item) => item.name.toLowerCase() === name.toLowerCase())
  const [only, another] = found
  if (only !== undefined && another === undefined) return only
  if (only !== undefined) throw new Failure(`Several ${noun}s are named ${name}; use the id.`)
  throw new Failure(`No ${noun} ${JSON.stringify(name)} that you have access to.`, {
    hint: all.length === 0 ? `There are no ${noun}s.` : `Available: ${names(all)}`,
  })
}

function names(all: readonly { readonly name: string }[]): string {
  const shown = all.slice(0, MAX_NAMES_SHOWN).map((item) => item.name)
  return shown.join(', ') + (all.length > shown.length ? ' …' : '')
}
