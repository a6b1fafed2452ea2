import { isDeepStrictEqual } from 'node:util'
import type { Client } from '../../client/client.ts'
import type { Db } from '../../db/database.ts'
import type { AnyCaller } from '../../http/caller.ts'
import type { Clock } from '../../lib/clock.ts'
import { newId } from '../../lib/ids.ts'
import { type ModelTool, modelMessages, modelTool } from './conversation.ts'
import {
  askFor,
  beginCall,
  endTurn,
  type NewToolCall,
  releaseTask,
  storeAnswer,
  withLease,
} from './lease-store.ts'
import { type Model, type ModelAnswer, ModelError } from './model.ts'
import type { AgentMessageData } from './schema.ts'
import { endCall, readMessages, readOpenCalls, type TaskRow, type ToolCallRow } from './store.ts'
import { agentTools, callTool, permissionFor } from './toolbox.ts'

const MAX_MESSAGES = 400
const MAX_CONVERSATION_CHARACTERS = 600_000
const MAX_CALLS_OF_TURN = 60
const MAX_CALLS_AT_ONCE = 10
const MAX_TURN_MS = 3_600_000
const MAX_FAILURES = 8
const FIRST_PAUSE_SECONDS = 2
const MAX_PAUSE_SECONDS = 120
/** While a task waits for a decision it is looked at now and then: its creator may be gone. */
const LOOK_AGAIN_SECONDS = 300
const tools: readonly ModelTool[] = [...agentTools.values()].map(modelTool)

export interface TurnTools {
  readonly db: Db
  readonly clock: Clock
  /** Undefined when the installation has none. */
  readonly model: Model | undefined
  readonly findCreator: (task: TaskRow) => Promise<AnyCaller | undefined>
  /** The API with the rights of the creator; its audit entries name the task and the call. */
  readonly clientOf: (task: TaskRow, details: object) => Client
}

export interface Turn {
  readonly id: string
  readonly leaseId: string
  /** Aborted when the task is to stop, when the lease is lost, and when the process ends. */
  readonly signal: AbortSignal
  /** Whether the process ends or has lost the lease: nothing more is stored then. */
  readonly isLeaving: () => boolean
}

type Next = 'more' | 'released'
type Fault = Pick<ModelError, 'message' | 'isPassing'> & { readonly retryAfterSeconds?: number | undefined }
class TurnFailure extends Error {}

/**
 * Goes on with a task until it waits for people or has ended. Every step is stored before the next one
 * begins, so that another process continues where this one died.
 */
export async function advance(turn: Turn, deps: TurnTools): Promise<void> {
  for (;;) {
    if (turn.isLeaving()) return release(turn, deps)
    const wasStopping = turn.signal.aborted
    try {
      if ((await step(turn, deps)) === 'released') return
    } catch (error) {
      if (turn.isLeaving()) return release(turn, deps)
      // The stop interrupted it. A step that began after the stop has failed by itself.
      if (turn.signal.aborted && !wasStopping) continue
      if (error instanceof TurnFailure) return fail(turn, deps, error.message)
      if (error instanceof ModelError) return postpone(turn, deps, error)
      await postpone(turn, deps, internalError)
      throw error
    }
  }
}

async function step(turn: Turn, deps: TurnTools): Promise<Next> {
  const found = await withLease(deps.db, turn.id, turn.leaseId, async (tx, task) => {
    const open = await readOpenCalls(tx, task.id)
    if (task.status === 'STOPPING') {
      await endTurn(tx, task, {
        status: 'STOPPED',
        openCalls: 'The task was stopped; this call was not made.',
      })
      return undefined
    }
    const call = open.find(({ state }) => state !== 'PENDING')
    return { task, call, waits: waitsForDecision(task, open) }
  })
  if (found === undefined) return 'released'
  const { task, call, waits } = found
  if ((await deps.findCreator(task)) === undefined)
    throw new TurnFailure(
      'The creator of this task was deleted or deactivated, or the token that created it is not valid any more. Create a new task to continue',
    )
  if (waits) return waitForDecision(turn, deps)
  if (call === undefined) return converse(turn, deps, task)
  return call.state === 'READY' && !(await begin(turn, deps, task, call))
    ? 'more'
    : makeCall(turn, deps, task, call)
}

/**
 * Whether a call may be made now. One that the model asked for under a grant that has been revoked since
 * needs a decision.
 */
async function begin(turn: Turn, deps: TurnTools, task: TaskRow, call: ToolCallRow): Promise<boolean> {
  const permission =
    call.approved === true
      ? undefined
      : await permissionFor(task, deps.clientOf(task, {}), call.toolName, call.input)
  const isBegun = await withLease(deps.db, turn.id, turn.leaseId, async (tx, held) => {
    if (held.status === 'STOPPING' || !isDeepStrictEqual(held.granted, task.granted)) return false
    if (permission === undefined) await beginCall(tx, task.id, call)
    else await askFor(tx, task.id, call, permission)
    return permission === undefined
  })
  return isBegun === true
}

const waitsForDecision = ({ status }: TaskRow, open: readonly ToolCallRow[]): boolean =>
  status !== 'STOPPING' && open.length > 0 && open.every(({ state }) => state === 'PENDING')

/** Releases the task, unless somebody decided, or stopped it, meanwhile. */
async function waitForDecision(turn: Turn, { db, clock }: TurnTools): Promise<Next> {
  const isReleased = await withLease(db, turn.id, turn.leaseId, async (tx, task) => {
    if (!waitsForDecision(task, await readOpenCalls(tx, task.id))) return false
    await releaseTask(tx, task.id, new Date(clock.now().getTime() + LOOK_AGAIN_SECONDS * 1_000), 0)
    return true
  })
  return isReleased === false ? 'more' : 'released'
}

async function makeCall(turn: Turn, deps: TurnTools, task: TaskRow, call: ToolCallRow): Promise<Next> {
  const wasBegun = call.state === 'BEGUN'
  const result =
    wasBegun && agentTools.get(call.toolName)?.effect !== 'reads'
      ? {
          text: 'The server died during this call. Whether it had an effect is unknown: look before you repeat it.',
          isError: true,
        }
      : await callTool(
          task,
          { toolName: call.toolName, input: call.input, approved: call.approved === true },
          {
            client: deps.clientOf(task, { toolCall: call.toolId, toolName: call.toolName }),
            signal: turn.signal,
          },
        )
  if (turn.isLeaving()) throw new Error('The process ends')
  await withLease(deps.db, task.id, turn.leaseId, (tx, held) => endCall(tx, held, call, result))
  return 'more'
}

/** Asks the model, unless it has answered without calling a tool. */
async function converse(turn: Turn, deps: TurnTools, task: TaskRow): Promise<Next> {
  const rows = await readMessages(deps.db, task.id, '0', MAX_MESSAGES + 1)
  const messages = rows.map(({ data }) => data)
  const last = messages.findLast(({ type }) => type !== 'notice')
  if (last?.type === 'assistant' && (last.toolCalls ?? []).length === 0) {
    await withLease(deps.db, task.id, turn.leaseId, (tx, held) =>
      endTurn(tx, held, { status: 'STOPPED', openCalls: '' }),
    )
    return 'released'
  }
  const ofTurn = rows.filter(({ groupId, data }) => groupId === task.groupId && data.type === 'toolResult')
  refuseTooMuch(messages, ofTurn.length, deps.clock.now().getTime() - task.turnStartedAt.getTime())
  if (deps.model === undefined) throw new TurnFailure(noModel)
  const answer = await deps.model.answer(modelMessages(task, messages), tools, turn.signal)
  const calls = await classified(task, answer, deps.clientOf(task, {}))
  const data: AgentMessageData = {
    type: 'assistant',
    text: answer.text,
    ...(calls.length > 0 && {
      toolCalls: calls.map(({ toolId, toolName, input }) => ({
        toolId,
        toolName,
        toolInput: shownInput(input),
      })),
    }),
  }
  await withLease(deps.db, task.id, turn.leaseId, (tx, held) => storeAnswer(tx, held, data, calls))
  return 'more'
}

/** What an administrator does where no model is configured. */
export const noModel =
  'No language model is configured; an administrator sets HEADRACE_MODEL_URL and HEADRACE_MODEL_NAME on every API process'

function refuseTooMuch(messages: readonly AgentMessageData[], calls: number, turnMs: number): void {
  if (messages.length > MAX_MESSAGES)
    throw new TurnFailure(`The task has more than ${MAX_MESSAGES} messages. Create a new task to continue`)
  if (JSON.stringify(messages).length > MAX_CONVERSATION_CHARACTERS)
    throw new TurnFailure(
      `The conversation has more than ${MAX_CONVERSATION_CHARACTERS} characters. Create a new task to continue`,
    )
  if (calls >= MAX_CALLS_OF_TURN)
    throw new TurnFailure(`The agent made ${calls} calls for one message. Send a message to let it continue`)
  if (turnMs > MAX_TURN_MS)
    throw new TurnFailure(
      `The agent worked for more than ${MAX_TURN_MS / 60_000} minutes. Send a message to let it continue`,
    )
}

async function classified(task: TaskRow, { calls }: ModelAnswer, client: Client): Promise<NewToolCall[]> {
  if (calls.length > MAX_CALLS_AT_ONCE)
    throw new TurnFailure(
      `The model asked for ${calls.length} calls at once; at most ${MAX_CALLS_AT_ONCE} are allowed`,
    )
  const ids = new Set<string>()
  const made: NewToolCall[] = []
  for (const { id, name, input } of calls) {
    const toolId = id === '' || id.length > 200 || ids.has(id) ? `call_${newId()}` : id
    ids.add(toolId)
    const toolName = name.slice(0, 100) || 'unknown'
    made.push({ toolId, toolName, input, permission: await permissionFor(task, client, toolName, input) })
  }
  return made
}

export function shownInput(input: string): unknown {
  try {
    return JSON.parse(input === '' ? '{}' : input)
  } catch {
    return input
  }
}

const fail = (turn: Turn, { db }: TurnTools, error: string) =>
  withLease(db, turn.id, turn.leaseId, (tx, task) =>
    endTurn(tx, task, { status: 'ERRORED', error, openCalls: `The task ended before this call: ${error}` }),
  ).then(() => undefined)

/**
 * What fails in Headrace itself may pass, as where the database was away; what always fails ends the turn.
 */
const internalError: Fault = {
  message: 'An internal error; the log of the server has details',
  isPassing: true,
}

/** Asks again later what may pass; everything else ends the turn in the words of the provider. */
async function postpone(turn: Turn, deps: TurnTools, error: Fault): Promise<void> {
  const isOver = await withLease(deps.db, turn.id, turn.leaseId, async (tx, task) => {
    const failures = task.failures + 1
    if (!error.isPassing || failures >= MAX_FAILURES) return true
    const pause = Math.min(
      error.retryAfterSeconds ?? FIRST_PAUSE_SECONDS * 2 ** task.failures,
      MAX_PAUSE_SECONDS,
    )
    await releaseTask(tx, task.id, new Date(deps.clock.now().getTime() + pause * 1_000), failures)
    return false
  })
  if (isOver === true) await fail(turn, deps, error.message)
}

/** The process ends: another one may go on at once. */
const release = (turn: Turn, { db, clock }: TurnTools) =>
  withLease(db, turn.id, turn.leaseId, (tx, task) =>
    releaseTask(tx, task.id, clock.now(), task.failures),
  ).then(() => undefined)
