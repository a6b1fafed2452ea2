import { oneAtATime } from '../../../lib/one-at-a-time.ts'
import { callService, jsonOf, member, ServiceError } from '../../common/service-call.ts'
import type { StepContext } from '../../component.ts'
import type { Load } from '../modular-api-extract-input-v2/load.ts'
import { type Asked, answerElement, type Result } from './answer-row.ts'
import type { Model } from './model.ts'
import type { SavedAnswer, SavedAnswers } from './saved-answers.ts'
import type { PromptSettings } from './settings.ts'
import type { Spending } from './spending.ts'

const SAVED_AT_ONCE = 20
const SAVE_EVERY_MS = 2_000
const LOG_EVERY_MS = 5_000
/** A service that refuses so many rows in a row, and none has an answer, refuses them all. */
const HOPELESS = 5

/** Ends the step: no further row is asked about. */
export class PromptError extends Error {
  override readonly name = 'PromptError'
}

export interface Work {
  readonly context: StepContext
  readonly settings: PromptSettings
  readonly model: Model
  readonly spending: Spending
  readonly saved: SavedAnswers
  readonly load: Load
}

export interface Totals {
  readonly rows: number
  /** Rows whose answer an earlier attempt had paid for. */
  readonly kept: number
  /** Rows with ERROR_METADATA. */
  readonly faulty: number
}

/** Asks about every row, a few at a time, and loads what is answered. Throws PromptError. */
export async function askRows(work: Work, rows: AsyncIterable<readonly Asked[]>): Promise<Totals> {
  const { context, settings, spending, saved, load } = work
  const totals = { rows: 0, kept: 0, faulty: 0, answered: 0 }
  const alone = oneAtATime()
  let buffer: (SavedAnswer & { readonly isAnswered: boolean })[] = []
  let savedAt = Date.now()
  let loggedAt = Date.now()

  async function flush(): Promise<void> {
    const answers = buffer
    buffer = []
    savedAt = Date.now()
    // A row that the service refused may get an answer at the next attempt.
    const paid = answers.filter(({ isAnswered }) => isAnswered)
    if (paid.length > 0) await saved.save(paid)
    for (const { element } of answers) await load.add(element)
  }

  /** Answers whether the row has an answer. */
  function note(element: string): boolean {
    totals.rows++
    const { ERROR_METADATA: fault, ...row } = JSON.parse(element) as Readonly<Record<string, unknown>>
    if (fault !== undefined) totals.faulty++
    const isAnswered = row['RAW_DATA'] !== undefined
    if (isAnswered) totals.answered++
    spending.add(Number(row['PROMPT_TOKENS'] ?? 0), Number(row['COMPLETION_TOKENS'] ?? 0))
    if (Date.now() - loggedAt < LOG_EVERY_MS) return isAnswered
    loggedAt = Date.now()
    context.log(`${totals.rows} rows so far: ${spending.shown()}`)
    return isAnswered
  }

  async function take(asked: Asked): Promise<void> {
    const reached = spending.reached()
    if (reached !== undefined) throw new PromptError(reached)
    const element = answerElement(settings, asked, await ask(work, asked))
    const isAnswered = note(element)
    await alone(async () => {
      buffer.push({ key: asked.key, element, isAnswered })
      if (buffer.length >= SAVED_AT_ONCE || Date.now() - savedAt >= SAVE_EVERY_MS) await flush()
    })
    if (totals.answered === 0 && totals.faulty >= HOPELESS)
      throw new PromptError(`The first ${totals.faulty} rows were refused: ${refusalIn(element)}`)
  }

  /** Rows that still need an answer; those that have one are loaded on the way. */
  async function* open(): AsyncGenerator<Asked> {
    for await (const chunk of rows) {
      const known = await saved.find(chunk.map(({ key }) => key))
      for (const asked of chunk) {
        const element = known.get(asked.key)
        if (element === undefined) {
          yield asked
          continue
        }
        totals.kept++
        note(element)
        await alone(async () => load.add(element))
      }
    }
  }

  try {
    await eachConcurrently(open(), settings.concurrency, take)
  } finally {
    await alone(flush) // what is paid for is kept, whatever ended the work
  }
  return totals
}

const refusalIn = (element: string): string => String(member(jsonOf(element), 'ERROR_METADATA'))

/** At most `concurrency` at a time. The first failure lets those in flight end, and is thrown then. */
async function eachConcurrently<T>(
  items: AsyncGenerator<T>,
  concurrency: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  let failed = false
  async function worker(): Promise<void> {
    try {
      while (!failed) {
        const { done, value } = await items.next()
        if (done === true) return
        await work(value)
      }
    } catch (error) {
      failed = true
      throw error
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: concurrency }, worker))
  await items.return(undefined)
  const failure = ends.find((end) => end.status === 'rejected')
  if (failure !== undefined) throw failure.reason
}

/** Refused rows are results; what would be the same for every row ends the step. */
async function ask({ context, settings, model }: Work, { question }: Asked): Promise<Result> {
  const options = { timeoutMs: settings.timeoutMs, resendsUnanswered: true }
  const answer = await callService(context, () => model.request(question), options)
  if ([400, 413, 422].includes(answer.status)) return { refused: answer.shown }
  if (!answer.ok) throw new PromptError(answer.shown)
  const reply = model.read(jsonOf(answer.text))
  if (reply === undefined)
    throw new ServiceError(`The response is not that of a language model: ${answer.shown}`)
  const { maxTotalTokens, maxCost } = settings.limits
  if (reply.promptTokens === undefined && (maxTotalTokens ?? maxCost) !== undefined)
    throw new PromptError('The service does not say how many tokens it used, so no limit can be enforced')
  return { reply }
}
