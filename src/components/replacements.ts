import { elsewhereComponents } from './elsewhere/components.ts'

/** Kinds of components of other platforms that are not known one by one, with what does their work here. */
const replacements: readonly (readonly [RegExp, string])[] = [
  [/^script-pushdown$/, '"bash-script" and "python-script" run scripts on the runner'],
  [
    /^(?!(salesforce|database|google-sheets|excel)-).+-query$/,
    'Create a custom connector to its API and load from it with "api-extract"; for everything else use "python-script"',
  ],
  [
    /^(?!openai-|azure-|aws-).+-ai-prompt$/,
    '"ai-prompt" supports every model with an OpenAI-compatible chat completions API, and those of Amazon Bedrock',
  ],
  [
    /^cortex-/,
    'It calls a model inside Snowflake, which no other database has. "ai-prompt" asks a model about every row of a table',
  ],
  [
    /^create-external-table.*$/,
    'It is a statement of another database; write the equivalent for yours in "sql-executor"',
  ],
  [
    /^unknown-(orchestration|transformation)$/,
    'The platform that the file comes from did not know this component either; only its parameters are left',
  ],
]

const elsewhere: ReadonlyMap<string, string> = new Map(
  elsewhereComponents.flatMap(({ declaration, advice }) =>
    declaration.types.map((type) => [type, advice] as const),
  ),
)

/** What to use in place of a component of this type; undefined when nothing is known of it. */
export const replacementOf = (type: string): string | undefined =>
  elsewhere.get(type) ?? replacements.find(([pattern]) => pattern.test(type))?.[1]

/** Whether components of this type are known, and run on another platform only. */
export const runsElsewhere = (type: string): boolean => elsewhere.has(type)

/**
 * Why a component that only another platform runs is refused here, for the message of its step; undefined for
 * other types.
 */
export function elsewhereRefusal(type: string): string | undefined {
  const advice = elsewhere.get(type)
  return advice && `A component of type "${type}" runs on another platform only. ${advice}`
}
