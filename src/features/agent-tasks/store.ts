import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { jsonText } from '../../db/json.ts'
import type { Caller, Scope } from '../../http/caller.ts'
import { conflict } from '../../lib/problem.ts'
import { actingAs } from '../permissions/access-sql.ts'
import { rolesWith } from '../projects/access.ts'
import type { AgentConfig, AgentMessageData, AgentTaskStatus } from './schema.ts'

/** Whether a caller may write to the repository of any project. */
export async function mayPushSomewhere(db: Db, principalId: string): Promise<boolean> {
  const { rows } = await sql`
    select from project_role
     where principal_id = any(${actingAs(principalId)}) and role = any(${rolesWith('repository:push')}) limit 1`.execute(
    db,
  )
  return rows.length > 0
}

/** Tells every process that a task has work. */
export const AGENT_TASK_DUE_CHANNEL = 'agent_task_due'
const MAX_RUNNING = 5
const MAX_TASKS = 500

export interface TaskRow {
  readonly id: string
  readonly projectId: string
  readonly principalId: string | null
  readonly creatorKind: Caller['kind']
  readonly clientId: string
  readonly scopes: readonly Scope[] | null
  /** The personal access token that created it: it may be gone. */
  readonly tokenId: string | null
  readonly status: AgentTaskStatus
  readonly description: string
  readonly config: AgentConfig
  readonly branch: string
  readonly granted: readonly string[]
  readonly error: string | null
  readonly groupId: string
  readonly turnStartedAt: Date
  readonly failures: number
  readonly createdAt: Date
  readonly modifiedAt: Date
}

export const taskColumns = sql`
  t.id, t.project_id as "projectId", t.principal_id as "principalId", t.creator_kind as "creatorKind",
  t.client_id as "clientId", t.scopes, t.token_id as "tokenId", t.status, t.description, t.config, t.branch, t.granted, t.error,
  t.group_id as "groupId", t.turn_started_at as "turnStartedAt", t.failures, t.created_at as "createdAt",
  t.modified_at as "modifiedAt"`

export interface NewTaskRow {
  readonly id: string
  readonly groupId: string
  readonly description: string
  readonly config: AgentConfig
  readonly branch: string
  readonly granted: readonly string[]
  readonly message: string
}

/**
 * Adds a task with its first message. Throws `conflict` at the limits of a creator, for creates at once too.
 */
export async function insertTask(tx: Db, caller: Caller, task: NewTaskRow): Promise<void> {
  await admitRunning(tx, caller.principalId)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from agent_task where principal_id = ${caller.principalId}`.execute(tx)
  if (rows[0]!.count >= MAX_TASKS) throw conflict(`You have ${MAX_TASKS} agent tasks; delete old ones first`)
  await sql`
    insert into agent_task (id, project_id, principal_id, creator_kind, client_id, scopes, token_id, status, description, config,
                            branch, granted, group_id, due_at)
    values (${task.id}, ${task.config.projectId}, ${caller.principalId}, ${caller.kind}, ${caller.clientId},
            ${caller.scopes === undefined ? null : [...caller.scopes]}::text[], ${caller.tokenId ?? null}, 'RUNNING', ${task.description},
            ${JSON.stringify(task.config)}::jsonb, ${task.branch}, ${[...task.granted]}::text[], ${task.groupId},
            now())`.execute(tx)
  await appendMessage(tx, task.id, task.groupId, { type: 'user', text: task.message })
  await notifyDue(tx)
}

/**
 * Throws `conflict` when a person has as many tasks running as there may be; creates and restarts take turns.
 */
export async function admitRunning(tx: Db, principalId: string): Promise<void> {
  await sql`select from principal where id = ${principalId} for no key update`.execute(tx)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from agent_task
     where principal_id = ${principalId} and status in ('RUNNING', 'STOPPING')`.execute(tx)
  if (rows[0]!.count >= MAX_RUNNING)
    throw conflict(`${MAX_RUNNING} of your agent tasks are running; stop one, or wait until one has answered`)
}

export const notifyDue = (tx: Db) => sql`select pg_notify(${AGENT_TASK_DUE_CHANNEL}, '')`.execute(tx)

/** Adds a message at the end of a conversation. */
export async function appendMessage(
  tx: Db,
  taskId: string,
  groupId: string,
  data: AgentMessageData,
): Promise<string> {
  const { rows } = await sql<{ seq: string }>`
    with numbered as (
      update agent_task set next_seq = next_seq + 1, modified_at = now() where id = ${taskId}
      returning next_seq - 1 as seq)
    insert into agent_message (task_id, seq, group_id, data)
    select ${taskId}, seq, ${groupId}, ${jsonText(data)}::jsonb from numbered
    returning seq::text`.execute(tx)
  return rows[0]!.seq
}

/**
 * The task with this id, whoever created it; `lock` keeps it from being changed until the transaction ends.
 */
export async function findTask(
  db: Db,
  id: string,
  how: 'read' | 'lock' = 'read',
): Promise<TaskRow | undefined> {
  const locking = how === 'lock' ? sql`for no key update` : sql``
  const { rows } =
    await sql<TaskRow>`select ${taskColumns} from agent_task t where t.id = ${id} ${locking}`.execute(db)
  return rows[0]
}

export interface TaskFilter {
  /** Tasks of all creators of this project are listed. */
  readonly ofProject: string | undefined
  /** Otherwise those that this caller created, in projects that it sees. */
  readonly caller: Caller
  readonly projectId: string | undefined
  readonly branch: string | undefined
  readonly status: AgentTaskStatus | undefined
}

/** Newest first. */
export async function listTasks(
  db: Db,
  { ofProject, caller, projectId, branch, status }: TaskFilter,
  { size, offset }: { readonly size: number; readonly offset: number },
): Promise<{ rows: TaskRow[]; total: number }> {
  const whose = ofProject === undefined ? isOwnOf(caller) : sql`t.project_id = ${ofProject}`
  const matching = sql`${whose}
    and (${projectId ?? null}::uuid is null or t.project_id = ${projectId ?? null})
    and (${branch ?? null}::text is null or t.branch = ${branch ?? null})
    and (${status ?? null}::text is null or t.status = ${status ?? null})`
  const [{ rows }, counted] = await Promise.all([
    sql<TaskRow>`
      select ${taskColumns} from agent_task t where ${matching}
       order by t.id desc offset ${offset}::bigint limit ${size}`.execute(db),
    sql<{ total: number }>`select count(*)::int as total from agent_task t where ${matching}`.execute(db),
  ])
  return { rows, total: counted.rows[0]!.total }
}

/** A task in a project that the caller may not see any more is answered with 404, too. */
const isOwnOf = (caller: Caller): RawBuilder<boolean> => sql`t.principal_id = ${caller.principalId}
  and (${caller.accountRole === 'SUPER_ADMIN'}::boolean or exists (
         select from project_role r
          where r.project_id = t.project_id and r.principal_id = any(${actingAs(caller.principalId)})))`

export interface MessageRow {
  readonly seq: string
  readonly groupId: string
  readonly data: AgentMessageData
  readonly createdAt: Date
}

/** Messages after one, oldest first. */
export async function readMessages(
  db: Db,
  taskId: string,
  after: string,
  limit: number,
): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    select seq::text, group_id as "groupId", data, created_at as "createdAt" from agent_message
     where task_id = ${taskId} and seq > ${after}::bigint order by seq limit ${limit}`.execute(db)
  return rows
}

export interface ToolCallRow {
  readonly seq: string
  readonly position: number
  readonly toolId: string
  readonly toolName: string
  readonly input: string
  readonly state: 'PENDING' | 'READY' | 'BEGUN' | 'DONE'
  readonly approved: boolean | null
  readonly title: string | null
  readonly body: string | null
}

/** Calls without a result, in the order in which the model made them. */
export async function readOpenCalls(db: Db, taskId: string): Promise<ToolCallRow[]> {
  const { rows } = await sql<ToolCallRow>`
    select seq::text, position, tool_id as "toolId", tool_name as "toolName", input, state, approved,
           permission_title as title, permission_body as body
      from agent_tool_call where task_id = ${taskId} and state <> 'DONE' order by seq, position`.execute(db)
  return rows
}

/** Ends a call with its result, which the model is told. */
export async function endCall(
  tx: Db,
  task: Pick<TaskRow, 'id' | 'groupId'>,
  call: ToolCallRow,
  result: { readonly text: string; readonly isError: boolean },
): Promise<void> {
  const { rows } = await sql`
    update agent_tool_call set state = 'DONE'
     where task_id = ${task.id} and seq = ${call.seq} and position = ${call.position} and state <> 'DONE'
    returning 1`.execute(tx)
  if (rows.length === 0) return
  await appendMessage(tx, task.id, task.groupId, {
    type: 'toolResult',
    text: result.text,
    toolId: call.toolId,
    toolName: call.toolName,
    isError: result.isError,
  })
}

/** Lets a call be made that was waiting for a decision. */
export async function approveCall(tx: Db, taskId: string, { seq, position }: ToolCallRow): Promise<void> {
  await sql`
    update agent_tool_call set state = 'READY', approved = true
     where task_id = ${taskId} and seq = ${seq} and position = ${position} and state = 'PENDING'`.execute(tx)
}

/** Begins a turn, or goes on with it: a server will claim the task. */
export async function wakeTask(
  tx: Db,
  taskId: string,
  change: { readonly status: AgentTaskStatus; readonly groupId?: string },
): Promise<void> {
  await sql`
    update agent_task
       set status = ${change.status}, due_at = now(), failures = 0, error = null, modified_at = now(),
           turn_started_at = now(), group_id = coalesce(${change.groupId ?? null}::uuid, group_id)
     where id = ${taskId}`.execute(tx)
  await notifyDue(tx)
}

export async function setGranted(tx: Db, taskId: string, granted: readonly string[]): Promise<void> {
  await sql`update agent_task set granted = ${[...granted]}::text[], modified_at = now() where id = ${taskId}`.execute(
    tx,
  )
}

export async function deleteTask(tx: Db, taskId: string): Promise<void> {
  await sql`delete from agent_task where id = ${taskId}`.execute(tx)
}

/**
 * Deletes tasks that have not changed for `days` days, including those that wait for a decision; answers how
 * many. Each kind is found by an index: few tasks run.
 */
export async function deleteOldTasks(db: Db, days: number, limit: number): Promise<number> {
  const oldest = (isMeant: RawBuilder<unknown>) => sql`
    array(select id from agent_task where ${isMeant} and modified_at < now() - make_interval(days => ${days})
           order by modified_at limit ${limit} for update skip locked)`
  const ended = oldest(sql`status in ('STOPPED', 'ERRORED')`)
  const waiting = oldest(
    sql`status = 'RUNNING' and due_at is not null and coalesce(lease_until < now(), true)`,
  )
  const { numAffectedRows } = await sql`
    delete from agent_task where id = any(${ended} || ${waiting})`.execute(db)
  return Number(numAffectedRows ?? 0)
}
