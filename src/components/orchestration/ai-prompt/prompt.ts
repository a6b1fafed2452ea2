import type { Cell } from '../../../warehouses/warehouse.ts'
import type { Input, Output, PromptSettings } from './settings.ts'

/** The instructions that come before every row. */
export function systemPrompt({ userContext, format, outputs }: PromptSettings): string {
  if (format === 'TEXT') return userContext
  const members = outputs.map(({ name, instruction }) => `${JSON.stringify(name)}: ${instruction}`)
  const order = 'Answer with one JSON object and nothing else. These are its members and what to put there:'
  return [...(userContext.trim() === '' ? [] : [userContext]), order, ...members].join('\n')
}

/** The row as a JSON object, so that no value can pass for an instruction's end. */
export const userPrompt = (inputs: readonly Input[], cells: readonly Cell[]): string =>
  JSON.stringify(Object.fromEntries(inputs.map(({ name }, index) => [name, cells[index] ?? null])))

/** A JSON Schema of the answer, for services that hold a model to one. */
export const answerSchema = (outputs: readonly Output[]) => ({
  type: 'object',
  properties: Object.fromEntries(
    outputs.map(({ name, instruction }) => [
      name,
      { type: ['string', 'number', 'boolean'], description: instruction },
    ]),
  ),
  required: outputs.map(({ name }) => name),
  additionalProperties: false,
})

export type ReadAnswer =
  | { readonly data: Readonly<Record<string, unknown>>; readonly fault: string | undefined }
  | { readonly data: undefined; readonly fault: string }

/** The JSON object in a model's reply: many put it between fences or words, whatever the instructions say. */
export function readAnswer(said: string, outputs: readonly Output[]): ReadAnswer {
  const data = objectIn(said)
  if (data === undefined) return { data, fault: 'The answer is not a JSON object' }
  const missing = outputs.filter(({ name }) => !Object.hasOwn(data, name)).map(({ name }) => `"${name}"`)
  return { data, fault: missing.length === 0 ? undefined : `The answer has no ${missing.join(', ')}` }
}

function objectIn(said: string): Record<string, unknown> | undefined {
  const [from, to] = [said.indexOf('{'), said.lastIndexOf('}')]
  if (from === -1 || to < from) return undefined
  try {
    return JSON.parse(said.slice(from, to + 1)) as Record<string, unknown>
  } catch {
    return undefined
  }
}
