import type { Static, TObject } from 'typebox'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Client } from '../client/client.ts'
import { Failure } from '../client/failure.ts'

/** About 15,000 tokens: what assistants take of one answer without cutting it. */
const MAX_RESULT_CHARACTERS = 60_000
export const MAX_PAGE_SIZE = 100

/**
 * What the user allowed beyond reading, authoring on branches and running where unpublished pipelines may
 * run.
 */
export interface Grants {
  readonly readOnly: boolean
  readonly publish: boolean
  readonly production: boolean
  /** What a user does to allow it, as sentences of the program that offers the tools. */
  readonly howToAllow: { readonly publish: string; readonly production: string }
}

/** What the work of one call is given. */
export interface Call {
  readonly client: Client
  readonly grants: Grants
  /** Aborted when the assistant gives the call up, or goes. */
  readonly signal: AbortSignal
  /** Tells the assistant that the work goes on, where it asked for that. */
  progress(message: string): Promise<void>
}

/** What a call does to the installation; clients show it and ask their user accordingly. */
export type Effect = 'reads' | 'adds' | 'changes' | 'acts'

export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly effect: Effect
  readonly input: TObject
  readonly run: (input: never, call: Call) => Promise<unknown>
}

interface Definition<Input extends TObject> extends Omit<Tool, 'input' | 'run'> {
  readonly input: Input
  /** A text, or what is shown as JSON. Throws Failure for what the assistant or its user can mend. */
  readonly run: (input: Static<Input>, call: Call) => Promise<unknown>
}

export const defineTool = <Input extends TObject>(definition: Definition<Input>): Tool => definition

/** An object with these members only: a misspelt one is an error and not ignored. */
export const inputOf = <T extends Parameters<typeof Type.Object>[0]>(members: T) =>
  Type.Object(members, { additionalProperties: false })

export const projectInput = Type.String({
  minLength: 1,
  maxLength: 255,
  description: 'Id or name of a project',
})
export const environmentInput = Type.String({
  minLength: 1,
  maxLength: 255,
  description: 'Name of an environment',
})
export const refInput = (description: string) => Type.String({ minLength: 1, maxLength: 250, description })
export const optionalRef = Type.Optional(refInput('Branch, tag or commit; the default branch by default'))
export const pageInput = Type.Optional(
  Type.Integer({ minimum: 0, description: 'Page number, from 0; 0 by default' }),
)
export const sizeInput = Type.Optional(
  Type.Integer({ minimum: 1, maximum: MAX_PAGE_SIZE, description: 'Items per page; 25 by default' }),
)
export const executionInput = Type.String({ format: 'uuid', description: 'Id of an execution' })

/** What is wrong with the input of a call, one sentence for each fault; none when it fits. */
export const invalidInput = ({ input: schema }: Tool, input: unknown): string[] =>
  Value.Errors(schema, input)
    .slice(0, 20)
    .map(({ instancePath, message }) => `${instancePath === '' ? 'input' : instancePath} ${message}`)

interface Page {
  readonly page: number
  readonly size: number
  readonly total: number
}

/** A page of a list with how it continues. */
export function pageOf<T, Shown>(
  answer: Page & { readonly results: readonly T[] },
  show: (item: T) => Shown,
): { total: number; results: Shown[]; nextPage?: number } {
  const { page, size, total, results } = answer
  const shown = { total, results: results.map(show) }
  return (page + 1) * size < total ? { ...shown, nextPage: page + 1 } : shown
}

/** A text from `offset` on, at most `limit` characters of it, with where it continues. */
export function windowOf(text: string, offset: number, limit: number) {
  const end = offset + limit
  const content = text.slice(offset, end)
  return end < text.length ? { content, nextOffset: end, characters: text.length } : { content }
}

/** The beginning of a text, marked where it was cut. */
export const shortened = (text: string, limit: number): string =>
  text.length <= limit ? text : `${text.slice(0, limit)}… (${text.length} characters in all)`

/** How many characters an answer has for it. */
export const writtenLength = (value: unknown): number => JSON.stringify(value, null, 1).length

/**
 * Shortens texts that share the room of an answer: each to `most` characters and all to `limit`, as JSON
 * writes them.
 */
export function sharedRoom(limit: number): (text: string, most: number) => string {
  let room = limit
  return (text, most) => {
    const free = Math.max(0, Math.min(most, room))
    let length = Math.min(text.length, free)
    // Quotes, line breaks and backslashes take two characters, others up to six.
    while (writtenLength(text.slice(0, length)) > free + '""'.length) length = Math.floor(length * 0.9)
    const shown = shortened(text, length)
    room -= writtenLength(shown)
    return shown
  }
}

/**
 * What a tool returned as the text of its answer. Throws Failure when it is longer than an assistant takes.
 */
export function answerText(result: unknown): string {
  const text = typeof result === 'string' ? result : JSON.stringify(result, null, 1)
  if (text.length <= MAX_RESULT_CHARACTERS) return text
  throw new Failure(
    `The result has ${text.length} characters; at most ${MAX_RESULT_CHARACTERS} are allowed.`,
    {
      hint: 'Ask for less: a smaller page, one path, or a narrower filter.',
    },
  )
}
