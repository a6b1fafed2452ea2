import type { Db } from '../../db/database.ts'
import type { Caller } from '../../http/caller.ts'
import type { ChangeTerms } from '../../http/conditional.ts'
import { once } from '../../http/idempotency/once.ts'
import type { PageRequest } from '../../http/page.ts'
import { isDeeperThan } from '../../lib/depth.ts'
import { badRequest, notFound, notFoundIn } from '../../lib/problem.ts'
import { enterEnvironment } from '../environments/access.ts'
import { enterProject, type Grant, type ProjectPermission } from '../projects/access.ts'
import * as change from './changes.ts'
import { newVariableViolations, repeatedEnvironments } from './rules.ts'
import type {
  GivenOverride,
  NewVariable,
  ResolvedVariable,
  VariableListQuery,
  VariablePatch,
} from './schema.ts'
import * as store from './store.ts'

/** No value is as deep; what is told about a failed one must not be either. */
const MAX_VALUE_DEPTH = 100

/** Use cases of the specification's "Project variables" and of decisions.md §9. */
export function createVariables(db: Db) {
  async function list(caller: Caller, projectId: string, page: PageRequest, query: VariableListQuery) {
    const grant = await enterProject(db, caller, projectId, 'variables:read')
    return store.listVariables(db, grant, page, query)
  }

  async function get(caller: Caller, projectId: string, name: string) {
    return present(await enterProject(db, caller, projectId, 'variables:read'), name)
  }

  async function present(grant: Grant, name: string): Promise<store.StoredVariable> {
    const found = await store.findVariable(db, grant, name)
    if (found === undefined) throw notFound('Variable', name)
    return found
  }

  async function overrides(caller: Caller, projectId: string, name: string, environmentName?: string) {
    const grant = await enterProject(db, caller, projectId, 'variables:read')
    const { variable, revision } = await present(grant, name)
    const all = change.seen(await store.readOverrides(db, grant, variable.id))
    const some =
      environmentName === undefined ? all : all.filter((one) => one.environmentName === environmentName)
    if (environmentName !== undefined && some.length === 0) throw noOverride(name, environmentName)
    return { revision, body: { ...variable, overrides: some } }
  }

  async function resolved(
    caller: Caller,
    projectId: string,
    name: string,
    environmentName: string,
  ): Promise<ResolvedVariable> {
    const purpose = { project: 'variables:read', environment: 'environment:read' } as const
    const grant = await enterEnvironment(db, caller, projectId, environmentName, purpose)
    const { id, type, behaviour, columns, value } = (await present(grant, name)).variable
    const override = await store.findOverride(db, grant, id)
    return {
      name,
      environmentName,
      type,
      behaviour,
      value: override ?? value,
      ...(columns !== undefined && { columns }),
      source: override === undefined ? 'PROJECT_VARIABLE' : 'ENVIRONMENT_OVERRIDE',
    }
  }

  /** Enters the project, then does `work` in one transaction, once per Idempotency-Key. */
  async function changing<P extends ProjectPermission, T>(
    caller: Caller,
    projectId: string,
    permission: P,
    { key }: ChangeTerms,
    work: (tx: Db, grant: Grant<P>) => Promise<T>,
  ): Promise<T> {
    const grant = await enterProject(db, caller, projectId, permission)
    return once(db, caller.principalId, key, (tx) => work(tx, grant))
  }

  async function create(caller: Caller, projectId: string, wanted: NewVariable, terms: ChangeTerms) {
    const violations = newVariableViolations(wanted)
    return changing(caller, projectId, 'variables:write', terms, (tx, grant) => {
      if (violations.length > 0) throw badRequest(violations)
      return change.createVariable(tx, grant, wanted)
    })
  }

  async function update(
    caller: Caller,
    projectId: string,
    name: string,
    patch: VariablePatch,
    terms: ChangeTerms,
  ) {
    return changing(caller, projectId, 'variables:write', terms, (tx, grant) =>
      change.updateVariable(tx, grant, name, patch, terms.precondition),
    )
  }

  async function remove(caller: Caller, projectId: string, name: string, terms: ChangeTerms): Promise<void> {
    await changing(caller, projectId, 'variables:write', terms, (tx, grant) =>
      change.deleteVariable(tx, grant, name, terms.precondition),
    )
  }

  /**
   * Each override succeeds or fails alone. Reading the project's variables is enough to ask: access to each
   * environment decides (decisions.md §9).
   */
  async function setOverrides(
    caller: Caller,
    projectId: string,
    name: string,
    given: readonly GivenOverride[],
    terms: ChangeTerms & { readonly dryRun: boolean },
  ) {
    return changing(caller, projectId, 'variables:read', terms, (tx, grant) => {
      const repeated = repeatedEnvironments(given)
      if (repeated.length > 0) {
        throw badRequest(repeated.map((one) => `body/overrides names the environment ${one} more than once`))
      }
      if (isDeeperThan(given, MAX_VALUE_DEPTH))
        throw badRequest(['body/overrides: a value is nested too deeply'])
      return change.setOverrides(tx, grant, name, given, terms)
    })
  }

  async function removeOverride(
    caller: Caller,
    projectId: string,
    name: string,
    environmentName: string,
    terms: ChangeTerms,
  ): Promise<void> {
    const purpose = { project: 'variables:read', environment: 'environment:admin' } as const
    await present(await enterProject(db, caller, projectId, 'variables:read'), name)
    const grant = await enterEnvironment(db, caller, projectId, environmentName, purpose)
    await once(db, caller.principalId, terms.key, async (tx) => {
      if (await change.deleteOverride(tx, grant, name, terms.precondition)) return
      throw noOverride(name, environmentName)
    })
  }

  return { list, get, create, update, remove, overrides, resolved, setOverrides, removeOverride }
}

export type Variables = ReturnType<typeof createVariables>

const noOverride = (name: string, environmentName: string) =>
  notFoundIn('Override of', name, `the environment ${environmentName}`)
