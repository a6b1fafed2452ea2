import type { ImportOutcome, Variable } from '../../../client/resources.ts'
import type { Paint } from '../../terminal/colour.ts'

export type VariableValue = Variable['value']
type Change = ImportOutcome['changes'][number]

/** A value in one piece of text: text as it is, a grid as JSON. */
export const valueText = (value: VariableValue | undefined): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value ?? '')

const fields = ['type', 'behaviour', 'value', 'columns', 'description', 'supportsDoubleResolution'] as const

/** What an import changes, one line each: `+` new, `-` gone, `~` changed with what was before. */
export function changeLines({ changes, failedOverride }: ImportOutcome, paint: Paint): string[] {
  const failed = failedOverride.map(
    ({ variableName, environmentName, detail }) =>
      `${paint('red', '!')} ${variableName} [${environmentName}]: ${detail}`,
  )
  return [...changes.map((change) => changeLine(change, paint)), ...failed]
}

function changeLine(change: Change, paint: Paint): string {
  const { action, variableName, environmentName } = change
  const where = environmentName === undefined ? variableName : `${variableName} [${environmentName}]`
  if (action === 'CREATED') return `${paint('green', '+')} ${where} = ${shown(change.after?.value)}`
  if (action === 'DELETED') return `${paint('red', '-')} ${where} = ${shown(change.before?.value)}`
  return `${paint('yellow', '~')} ${where}: ${differences(change).join(', ')}`
}

function differences({ before, after, environmentName }: Change): string[] {
  const one = (before ?? {}) as Record<string, unknown>
  const other = (after ?? {}) as Record<string, unknown>
  return fields
    .filter((field) => JSON.stringify(one[field]) !== JSON.stringify(other[field]))
    .map((field) => {
      const values = `${shown(one[field])} → ${shown(other[field])}`
      return environmentName === undefined ? `${field} ${values}` : values
    })
}

const MAX_SHOWN_CHARACTERS = 60

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > MAX_SHOWN_CHARACTERS ? `${text.slice(0, MAX_SHOWN_CHARACTERS - 1)}…` : text
}
