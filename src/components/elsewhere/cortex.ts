import Type, { type TProperties } from 'typebox'
import { list, rows, text, yesNo } from '../common/properties.ts'
import type { ElsewhereComponent } from './elsewhere.ts'

const includeInputColumns = Type.Optional(yesNo('Include Input Columns'))

/** Components that call a model of language inside Snowflake. */
export const cortex: readonly ElsewhereComponent[] = [
  model('cortex-completions', 'Cortex Completions', {
    summary: 'Sends each row to a model inside Snowflake',
    properties: {
      model: text('Model'),
      systemPrompt: Type.Optional(text('System Prompt')),
      userPrompt: Type.Optional(text('User Prompt')),
      inputs: Type.Optional(rows('Inputs', 'column', 'name in the prompt')),
      temperature: Type.Optional(text('Temperature')),
      topP: Type.Optional(text('Top P')),
      maxTokens: Type.Optional(text('Max Tokens')),
      guardrails: Type.Optional(text('Guardrails')),
    },
  }),
  model('cortex-sentiment', 'Cortex Sentiment', {
    summary: 'Rates the sentiment of texts with a model inside Snowflake',
    properties: { columns: list('Columns') },
  }),
  model('cortex-summarize', 'Cortex Summarize', {
    summary: 'Summarizes texts with a model inside Snowflake',
    properties: { columns: list('Columns') },
  }),
  model('cortex-translate', 'Cortex Translate', {
    summary: 'Translates texts with a model inside Snowflake',
    properties: { columns: rows('Columns', 'column', 'from', 'to') },
  }),
  model('cortex-extract-answer', 'Cortex Extract Answer', {
    summary: 'Answers a question about texts with a model inside Snowflake',
    properties: { columns: rows('Columns', 'column', 'question', 'output column') },
  }),
]

function model(
  type: string,
  title: string,
  { summary, properties }: { readonly summary: string; readonly properties: TProperties },
): ElsewhereComponent {
  return {
    kind: 'transformation',
    declaration: {
      types: [type],
      title,
      summary,
      properties: Type.Object({ ...properties, includeInputColumns }),
      effects: 'none',
    },
    advice:
      'It calls a model inside Snowflake, which no other database has. Write the rows to a table, and ask a model about ' +
      'each of them with "ai-prompt" in the orchestration around it',
  }
}
