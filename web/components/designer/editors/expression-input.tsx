import type { TextInputProps } from '@mantine/core'
import { SuggestInput } from '../../../ui/suggest-input.tsx'
import { type Kind, type Names, suggestionsAt, withSuggestion } from './names.ts'

interface ExpressionInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'ref'> {
  readonly value: string
  readonly onChange: (text: string) => void
  readonly names: Names
  /** What the text names as a whole; without it only what is written inside `${…}` is completed. */
  readonly kind?: Kind
}

/** A text of one line that may hold `${…}`, whose names are completed. */
export const ExpressionInput = ({ names, kind, onChange, ...input }: ExpressionInputProps) => (
  <SuggestInput
    {...input}
    onChange={(text) => {
      onChange(text)
      if (kind === 'table') names.lookUp?.(text)
    }}
    known={kind === 'table' ? names.databaseTables : undefined}
    suggest={(text, cursor) => suggestionsAt(text, cursor, names, kind)}
    take={withSuggestion}
  />
)
