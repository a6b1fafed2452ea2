import type { Masking } from '../../../lib/masking.ts'
import { isSecretName } from '../../../pipeline/secret-names.ts'
import type { Step, StepVariableChange } from '../schema.ts'

/** A change as the journal has it. `secret`: the runner found a secret in the value. */
export interface RecordedChange extends StepVariableChange {
  readonly secret?: boolean
}

/** A step with unmasked changes. */
export type RecordedStep = Omit<Step, 'variableChanges' | 'moreVariableChanges'> & {
  readonly variableChanges?: { readonly shown?: RecordedChange[]; readonly more?: boolean }
}

const MAX_TEXT_CHARACTERS = 1_000
/** Rows of a grid that are shown. */
export const MAX_ROWS = 50

export const changesOf = ({ variableChanges }: RecordedStep): readonly RecordedChange[] =>
  variableChanges?.shown ?? []

/** A step as the API shows it: secrets masked, long values shortened. */
export function shownStep(recorded: RecordedStep, masking: Masking): Step {
  const { variableChanges, gates, ...rest } = recorded
  const step = gates === undefined ? rest : { ...rest, gates: gates.map((one) => maskedGate(one, masking)) }
  const changes = changesOf(recorded)
  if (changes.length === 0) return step
  return {
    ...step,
    variableChanges: changes.map((change) => shown(change, masking)),
    ...(variableChanges?.more && { moreVariableChanges: true }),
  }
}

const maskedGate = (gate: NonNullable<Step['gates']>[number], masking: Masking) => ({
  ...gate,
  name: masking.mask(gate.name),
  expected: masking.mask(gate.expected),
  actual: masking.mask(gate.actual),
})

function shown({ secret, ...change }: RecordedChange, masking: Masking): StepVariableChange {
  const { name, value } = change
  if (secret || isSecretName(name)) return { ...change, value: '***' }
  if (typeof value === 'number') return change
  if (typeof value === 'string') {
    const { text, cut } = shortened(masking.mask(value))
    return { ...change, value: text, ...(cut && { shortened: true }) }
  }
  const cells = value.slice(0, MAX_ROWS).map((row) => row.map((cell) => shortened(masking.mask(cell))))
  const cut = value.length > MAX_ROWS || cells.flat().some((cell) => cell.cut)
  return {
    ...change,
    value: cells.map((row) => row.map(({ text }) => text)),
    ...(cut && { shortened: true }),
  }
}

const shortened = (text: string) =>
  text.length <= MAX_TEXT_CHARACTERS
    ? { text, cut: false }
    : { text: `${text.slice(0, MAX_TEXT_CHARACTERS)}…`, cut: true }
