import { Failure } from '../../../client/failure.ts'
import type { Step, StepDetails } from '../../../client/resources.ts'
import { nameHint } from '../../../client/suggestions.ts'

/** A step with those of the pipeline it ran. */
export type StepNode = Step & { readonly steps?: readonly StepNode[] }

/**
 * The step with this key or name, in called pipelines too. Of several: the last that failed, else the last.
 */
export function findStep(steps: readonly StepNode[], wanted: string): StepNode {
  const all = flat(steps)
  const named = all.filter(({ key, name }) => key === wanted || name === wanted)
  const found = named.findLast(({ result }) => result === 'FAILED') ?? named.at(-1)
  if (found !== undefined) return found
  const names = [...new Set(all.map(({ name }) => name))]
  throw new Failure(`The execution has no step ${JSON.stringify(wanted)}.`, {
    hint: nameHint('step', wanted, names),
  })
}

export const flat = (steps: readonly StepNode[]): readonly StepNode[] =>
  steps.flatMap((step) => [step, ...flat(step.steps ?? [])])

/** What a step was executed with, as lines. */
export function stepDetailLines({ parameters, statements, moreStatements }: StepDetails): string[] {
  return [
    ...parameters.flatMap(({ name, value, characters }) => block(name, textOf(value), characters)),
    ...statements.flatMap(({ text, characters }, at) => block(`Statement ${at + 1}`, text, characters)),
    ...(moreStatements === undefined ? [] : [`${moreStatements} more statements were not stored.`]),
  ]
}

function block(name: string, text: string, characters: number | undefined): string[] {
  const cut = characters === undefined ? [] : [`… (${characters.toLocaleString('en')} characters in all)`]
  const lines = [...text.split('\n'), ...cut]
  return lines.length === 1 ? [`${name}: ${text}`] : [`${name}:`, ...lines.map((line) => `  ${line}`)]
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value)
