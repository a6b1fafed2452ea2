import type { Db } from '../../../db/database.ts'
import { badRequest } from '../../../lib/problem.ts'
import type { EnteredEnvironment } from '../../environments/access.ts'
import { type CheckValues, valueViolations } from '../queue/caller-values.ts'
import type { NewRerun } from '../schema.ts'
import { type OldExecution, type Replacement, readStartValues, type StartValues } from './rerun-store.ts'

const replacing = ['versionName', 'scalarVariables', 'gridVariables'] as const

/** A recovery goes on with a journal, which holds for its own version and values only. */
export function refuseReplacement(wanted: NewRerun): void {
  if (wanted.from === 'START') return
  const faults = replacing.filter((member) => wanted[member] !== undefined)
  if (faults.length === 0) return
  throw badRequest(
    faults.map(
      (member) => `body/${member}: a rerun from the failed step keeps it; rerun from START to change it`,
    ),
  )
}

interface Wanted {
  readonly grant: EnteredEnvironment<'executions:run'>
  readonly old: OldExecution
  readonly wanted: NewRerun
  readonly version: Replacement['version']
}

/**
 * The values that a rerun starts with: those of the execution, with what the caller puts in their place;
 * undefined when nothing about them can have changed. Throws what is wrong with them in the version that is
 * to run. Of a kept value only its name is shown: it may hold a secret that the caller must not read.
 */
export async function valuesToRun(
  db: Db,
  checkValues: CheckValues,
  { grant, old, wanted, version }: Wanted,
): Promise<StartValues | undefined> {
  const { scalarVariables: scalars = {}, gridVariables: grids = {} } = wanted
  const isChanged = Object.keys(scalars).length > 0 || Object.keys(grids).length > 0
  if (!isChanged && version === undefined) return undefined
  const { projectId } = grant
  const { pipelineName } = old
  const artifactId = version?.artifactId ?? old.artifactId
  const check = (values: StartValues) => checkValues(db, { projectId, artifactId, pipelineName, ...values })

  const before = await readStartValues(db, grant, old.id)
  const isReplaced = (name: string) => Object.hasOwn(scalars, name) || Object.hasOwn(grids, name)
  const kept = { scalars: without(before.scalars, isReplaced), grids: without(before.grids, isReplaced) }
  const given = { scalars: present(scalars), grids: present(grids) }
  const violations = [...valueViolations(await check(given)), ...(await keptViolations(kept, check))]
  if (violations.length > 0) throw badRequest(violations)
  return { scalars: joined(kept.scalars, given.scalars), grids: joined(kept.grids, given.grids) }
}

async function keptViolations(
  kept: StartValues,
  check: (values: StartValues) => ReturnType<CheckValues>,
): Promise<string[]> {
  if (valueViolations(await check(kept)).length === 0) return []
  const each = [
    ...entries(kept.scalars).map(
      (one) => ['scalarVariables', one[0], { scalars: own(one), grids: {} }] as const,
    ),
    ...entries(kept.grids).map((one) => ['gridVariables', one[0], { scalars: {}, grids: own(one) }] as const),
  ]
  const violations: string[] = []
  for (const [member, name, values] of each)
    if (valueViolations(await check(values)).length > 0)
      violations.push(
        `body/${member}: the earlier execution's value of "${name}" does not fit this version; ` +
          'enter another value, or null for none',
      )
  return violations
}

// A variable may be named `__proto__`: such an object is made of entries only.
const entries = <T>(values: Readonly<Record<string, T>>) => Object.entries(values)
const own = <T>(entry: readonly [string, T]): Record<string, T> => Object.fromEntries([entry])
const without = <T>(values: Readonly<Record<string, T>>, isLeftOut: (name: string) => boolean) =>
  Object.fromEntries(entries(values).filter(([name]) => !isLeftOut(name)))
const present = <T>(values: Readonly<Record<string, T | null>>): Record<string, T> =>
  Object.fromEntries(entries(values).filter((entry): entry is [string, T] => entry[1] !== null))
const joined = <T>(kept: Readonly<Record<string, T>>, given: Readonly<Record<string, T>>) =>
  Object.fromEntries([...entries(kept), ...entries(given)])
