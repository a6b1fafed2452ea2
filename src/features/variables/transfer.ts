import type { Db } from '../../db/database.ts'
import type { Caller } from '../../http/caller.ts'
import type { ChangeTerms } from '../../http/conditional.ts'
import { once } from '../../http/idempotency/once.ts'
import { badRequest } from '../../lib/problem.ts'
import { checkEnvironmentAccess } from '../environments/access.ts'
import { enterProject, type Grant } from '../projects/access.ts'
import { lockEnvironments, lockProject } from './change-store.ts'
import { seen } from './changes.ts'
import type { FileVariable, ImportOutcome, ImportQuery } from './schema.ts'
import { planImport } from './transfer-rules.ts'
import * as store from './transfer-store.ts'

/** All variables of a project with their overrides as one file, out and in again. */
export function createVariableTransfer(db: Db) {
  /**
   * What the caller may see, in portions. `revision` names the state that the project's variables are in
   * together.
   */
  async function exported(caller: Caller, projectId: string) {
    const grant = await enterProject(db, caller, projectId, 'variables:read')
    return { revision: await store.readProjectRevision(db, grant), portions: seenPortions(grant) }
  }

  async function* seenPortions(grant: Grant) {
    for await (const some of store.readInPortions(db, grant))
      yield some.map(({ variable, overrides }) => ({ ...variable, overrides: seen(overrides) }))
  }

  /**
   * Brings the project to what the file says, in one transaction and alone in the project; answers with what
   * changed. A file with violations changes nothing: 400 with all of them. Overrides fail alone, as anywhere.
   */
  async function imported(
    caller: Caller,
    projectId: string,
    file: readonly FileVariable[],
    { mode, dryRun, precondition, key }: ChangeTerms & ImportQuery,
  ): Promise<{ revision: string; body: ImportOutcome }> {
    const grant = await enterProject(db, caller, projectId, 'variables:write')
    return once(db, caller.principalId, key, async (tx) => {
      await lockProject(tx, grant, 'exclusive')
      const environmentIds = await lockEnvironments(tx, grant, await store.environmentNames(tx, grant))
      precondition.check(await store.readProjectRevision(tx, grant))
      const present = await store.readAllVariables(tx, grant)
      const may = await checkEnvironmentAccess(tx, grant, [...environmentIds.keys()], 'environment:admin')
      const { violations, changes, unchanged, failedOverride } = planImport(present, file, mode, {
        exists: (name) => may.has(name),
        edit: (name) => may.get(name)?.allowed ?? false,
      })
      if (violations.length > 0) throw badRequest(violations)
      if (!dryRun) await store.applyChanges(tx, grant, present, changes, environmentIds)
      const body = {
        dryRun,
        changes: changes.map((one) => withoutHidden(one, may)),
        unchanged,
        failedOverride,
      }
      return { revision: await store.readProjectRevision(tx, grant), body }
    })
  }

  return { exported, imported }
}

export type VariableTransfer = ReturnType<typeof createVariableTransfer>

/** A variable that is deleted takes overrides with it that the caller may not see: they are not shown. */
function withoutHidden(
  change: ImportOutcome['changes'][number],
  visible: ReadonlyMap<string, unknown>,
): ImportOutcome['changes'][number] {
  const { before } = change
  if (before === undefined || !('overrides' in before) || before.overrides === undefined) return change
  const overrides = before.overrides.filter(({ environmentName }) => visible.has(environmentName))
  return { ...change, before: { ...before, overrides } }
}
