import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { dueBy } from '../../db/lookout.ts'
import type { AgentMessageData } from './schema.ts'
import {
  appendMessage,
  endCall,
  readOpenCalls,
  type TaskRow,
  type ToolCallRow,
  taskColumns,
} from './store.ts'

/** A process renews the leases of its tasks well within this time; then another may claim them. */
const LEASE_SECONDS = 15
const MAX_LEASED_OF_PROJECT = 4

const leaseEnd = sql`now() + make_interval(secs => ${LEASE_SECONDS}::integer)`

/** `isHolding`: whether this process has leases to renew. */
export const tasksAreDue = (isHolding: () => boolean) =>
  dueBy(
    sql`exists (select from agent_task where due_at <= now() and (lease_until is null or lease_until < now()))`,
    (isDue: boolean) => isDue || isHolding(),
  )

const isDue = sql`t.due_at <= now() and (t.lease_until is null or t.lease_until < now())`

/**
 * Claims tasks that have work, those first that are due for longest. Whether a task is due is asked again
 * where it is locked: another process may have claimed it since.
 */
export async function claimTasks(db: Db, leaseId: string, limit: number): Promise<TaskRow[]> {
  const { rows } = await sql<TaskRow>`
    with in_turn as (
      select t.id, row_number() over (partition by t.project_id order by t.due_at, t.id)
             + (select count(*) from agent_task o
                 where o.project_id = t.project_id and o.lease_until >= now()) as position
        from agent_task t where ${isDue}),
    due as materialized (
      select t.id from agent_task t join in_turn using (id)
       where ${isDue} and position <= ${MAX_LEASED_OF_PROJECT}::integer
       order by t.due_at, t.id limit ${limit} for update of t skip locked)
    update agent_task t set lease_id = ${leaseId}, lease_until = ${leaseEnd} from due where t.id = due.id
    returning ${taskColumns}`.execute(db)
  return rows
}

/**
 * Keeps tasks from being claimed by others. Answers those that are still this process's, and which are to
 * stop.
 */
export async function renewLeases(
  db: Db,
  leaseId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, 'STOPPING' | 'RUNNING'>> {
  const { rows } = await sql<{ id: string; stops: boolean }>`
    update agent_task set lease_until = ${leaseEnd}
     where id = any(${[...ids]}::uuid[]) and lease_id = ${leaseId}
    returning id, status = 'STOPPING' as stops`.execute(db)
  return new Map(rows.map(({ id, stops }) => [id, stops ? 'STOPPING' : 'RUNNING']))
}

/**
 * Does `work` with the locked task while this process holds its lease; undefined when it does not any more.
 */
export async function withLease<T>(
  db: Db,
  id: string,
  leaseId: string,
  work: (tx: Db, task: TaskRow) => Promise<T>,
): Promise<T | undefined> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<TaskRow>`
      select ${taskColumns} from agent_task t where t.id = ${id} and t.lease_id = ${leaseId} for no key update`.execute(
      tx,
    )
    return rows[0] === undefined ? undefined : work(tx, rows[0])
  })
}

/** Ends the turn of a task: open calls get a result that says so, and the task keeps the reason. */
export async function endTurn(
  tx: Db,
  task: TaskRow,
  end: { readonly status: 'STOPPED' | 'ERRORED'; readonly error?: string; readonly openCalls: string },
): Promise<void> {
  for (const call of await readOpenCalls(tx, task.id))
    await endCall(tx, task, call, { text: end.openCalls, isError: true })
  if (end.error !== undefined)
    await appendMessage(tx, task.id, task.groupId, { type: 'notice', text: end.error })
  await sql`
    update agent_task
       set status = ${end.status}, error = ${end.error ?? null}, due_at = null, failures = 0, lease_id = null,
           lease_until = null, modified_at = now()
     where id = ${task.id}`.execute(tx)
}

/** Releases a task: due again then, or when somebody decides. */
export async function releaseTask(tx: Db, id: string, dueAt: Date, failures: number): Promise<void> {
  await sql`
    update agent_task set due_at = ${dueAt}, failures = ${failures}, lease_id = null, lease_until = null
     where id = ${id}`.execute(tx)
}

/** A call of a tool as the model wrote it, and what it needs. */
export interface NewToolCall {
  readonly toolId: string
  readonly toolName: string
  readonly input: string
  /** What a person is asked; undefined: nobody is. */
  readonly permission: { readonly title: string; readonly body: string } | undefined
}

/** Stores what the model answered, before anything of it is done. */
export async function storeAnswer(
  tx: Db,
  task: TaskRow,
  data: AgentMessageData,
  calls: readonly NewToolCall[],
): Promise<void> {
  const seq = await appendMessage(tx, task.id, task.groupId, data)
  await sql`update agent_task set failures = 0 where id = ${task.id}`.execute(tx)
  for (const [position, { toolId, toolName, input, permission }] of calls.entries())
    await sql`
      insert into agent_tool_call (task_id, seq, position, tool_id, tool_name, input, state, permission_title,
                                   permission_body)
      values (${task.id}, ${seq}, ${position}, ${toolId}, ${toolName}, ${input},
              ${permission === undefined ? 'READY' : 'PENDING'}, ${permission?.title ?? null},
              ${permission?.body ?? null})`.execute(tx)
}

export async function beginCall(tx: Db, taskId: string, { seq, position }: ToolCallRow): Promise<void> {
  await sql`
    update agent_tool_call set state = 'BEGUN'
     where task_id = ${taskId} and seq = ${seq} and position = ${position}`.execute(tx)
}

/** Lets a call that was ready wait for a decision. */
export async function askFor(
  tx: Db,
  taskId: string,
  { seq, position }: ToolCallRow,
  { title, body }: NonNullable<NewToolCall['permission']>,
): Promise<void> {
  await sql`
    update agent_tool_call set state = 'PENDING', permission_title = ${title}, permission_body = ${body}
     where task_id = ${taskId} and seq = ${seq} and position = ${position}`.execute(tx)
}
