import { createDoneLoads, type DoneLoads } from '../../components/common/done-loads.ts'
import { failure, success } from '../../components/common/outcome.ts'
import type { ExecutionTransaction } from '../../components/component.ts'
import { errorText } from '../../lib/error-text.ts'
import type { Outcome } from '../../pipeline/flow-events.ts'
import type { WireAssets } from '../../protocol/asset-messages.ts'
import type { HistoryStep } from '../../protocol/messages.ts'
import type { StatementOptions, Transaction, Warehouse } from '../../warehouses/warehouse.ts'
import { WarehouseError } from '../../warehouses/warehouse-error.ts'
import { idempotencyKey } from './idempotency-key.ts'

/** The transaction that the steps of an execution share, those of called pipelines too. */
export interface SharedTransaction extends ExecutionTransaction {
  /**
   * The database as a step of a component sees it. Throws WarehouseError where that component cannot take
   * part.
   */
  warehouse(type: string, joins: boolean): Promise<Warehouse>
  /** Throws WarehouseError when a transaction is open: nobody else sees what it did. */
  refuseOthers(type: string): void
  /** Keeps what a step did until the open transaction is committed; false when none is open. */
  keepAssets(assets: WireAssets): boolean
  /** What was kept for the transaction that was just committed, once. */
  takeAssets(): WireAssets[] | undefined
  /**
   * Rolls back what is open when the execution ends, and says so; undefined when nothing is. Never throws.
   */
  end(): Promise<string | undefined>
}

interface Begun {
  /** The component that began it. */
  readonly by: string
  /** The same in every session: a commit is known by it. */
  readonly key: string
}

type State =
  | { readonly kind: 'none' }
  | (Begun & { readonly kind: 'open'; readonly transaction: Transaction; readonly done: DoneLoads })
  /** It was open on a runner that is gone. */
  | (Begun & { readonly kind: 'lost' })

/** Steps of one transaction whose assets are reported, and what these may take: they go in one message. */
const MAX_KEPT_ASSETS = 1_000
const MAX_KEPT_CHARACTERS = 4_000_000

const none: State = { kind: 'none' }

/** `history` is what the journal knows of the execution from earlier sessions. */
export function createSharedTransaction(
  open: () => Promise<Warehouse>,
  history: readonly HistoryStep[],
  { signal }: { readonly signal: AbortSignal },
): SharedTransaction {
  const options: StatementOptions = { signal }
  let state: State = lostOne(history)
  let isBeginning = false
  let kept: WireAssets[] = []
  let keptCharacters = 0

  async function begin({
    componentName: by,
    idempotencyKey: key,
  }: {
    componentName: string
    idempotencyKey: string
  }) {
    if (state.kind !== 'none' || isBeginning) return failure(alreadyOpen(state))
    isBeginning = true
    try {
      const warehouse = await open()
      const done = commits(warehouse, key)
      await done.find() // makes its table, which must not be part of the transaction
      const transaction = await warehouse.beginTransaction(options)
      state = { kind: 'open', by, key, transaction, done }
      kept = []
      keptCharacters = 0
      return success()
    } finally {
      isBeginning = false
    }
  }

  const commits = (warehouse: Warehouse, key: string) =>
    createDoneLoads(warehouse, options, { table: 'transaction' }, key)

  async function commit(): Promise<Outcome> {
    const ending = state
    if (ending.kind === 'none') return failure('There is no transaction to commit: "begin" begins one')
    state = none
    if (ending.kind === 'lost')
      return (await isCommitted(ending)) ? success(committedBefore) : failure(lostBy(ending))
    try {
      await ending.transaction.warehouse.execute(ending.done.rememberSql(0, '0'), options)
      await ending.transaction.commit()
    } catch (error) {
      await ending.transaction.rollback()
      if (signal.aborted || !(error instanceof WarehouseError)) throw error
      // A connection that breaks at this moment does not tell whether the commit arrived.
      if (await isCommitted(ending)) return success()
      return failure(`The transaction was rolled back: ${errorText(error)}`)
    }
    await ending.done.forgetOld()
    return success()
  }

  const isCommitted = async ({ key }: Begun): Promise<boolean> =>
    (await commits(await open(), key).find()) !== undefined

  async function rollback(): Promise<Outcome> {
    const ending = state
    if (ending.kind === 'none') return failure('There is no transaction to roll back: "begin" begins one')
    state = none
    if (ending.kind === 'lost') return success('It was rolled back when its runner was lost')
    kept = []
    await ending.transaction.rollback()
    return success()
  }

  function refuseOthers(type: string): void {
    if (state.kind === 'lost') throw new WarehouseError(lostBy(state))
    if (state.kind === 'open')
      throw new WarehouseError(
        `"${type}" cannot take part in the transaction that "${state.by}" began: put it before that, or after the commit`,
      )
  }

  return {
    begin: (step) => expected(() => begin(step)),
    commit: () => expected(commit),
    rollback,
    async warehouse(type, joins) {
      if (state.kind === 'open' && joins) return state.transaction.warehouse
      refuseOthers(type)
      return open()
    },
    refuseOthers,
    keepAssets(assets) {
      if (state.kind !== 'open') return false
      const characters = JSON.stringify(assets).length
      if (kept.length >= MAX_KEPT_ASSETS || keptCharacters + characters > MAX_KEPT_CHARACTERS) return true
      kept.push(assets)
      keptCharacters += characters
      return true
    },
    takeAssets() {
      const taken = kept
      kept = []
      return taken.length > 0 ? taken : undefined
    },
    isOpen: () => state.kind === 'open',
    lose(reason) {
      if (state.kind === 'open') state.transaction.lose(reason)
    },
    outside: open,
    async end() {
      const ending = state
      state = none
      if (ending.kind === 'none') return undefined
      if (ending.kind === 'lost') return lostBy(ending)
      await ending.transaction.rollback()
      return `The transaction that "${ending.by}" began was not committed, and was rolled back`
    },
  }
}

async function expected(work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof WarehouseError) return failure(error.message)
    throw error
  }
}

const committedBefore = 'It was committed before its runner was lost'

const alreadyOpen = (state: State): string =>
  state.kind === 'lost' ? lostBy(state) : 'A transaction has begun already: commit it or roll it back first'

/** Of an execution that continues on another runner, or runs again from a later step. */
const lostBy = ({ by }: Begun): string =>
  `The transaction that "${by}" began was lost with its runner and rolled back: run the pipeline from its start`

/** The transaction that was open when the last session ended. */
function lostOne(history: readonly HistoryStep[]): State {
  const ended = history
    .filter(({ type, finished }) => changing[type]?.has(finished?.outcome.result ?? ''))
    .toSorted((one, other) => (one.finished?.n ?? 0) - (other.finished?.n ?? 0))
  const last = ended.at(-1)
  if (last?.type !== 'begin') return none
  return { kind: 'lost', by: last.name, key: idempotencyKey(last.execution, last.key) }
}

/**
 * What changes whether a transaction is open, and with which results: a commit that fails has rolled it back.
 */
const changing: Readonly<Record<string, ReadonlySet<string>>> = {
  begin: new Set(['SUCCESS']),
  commit: new Set(['SUCCESS', 'FAILED']),
  rollback: new Set(['SUCCESS', 'FAILED']),
}
