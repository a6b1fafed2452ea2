import { elsewhereComponents } from './elsewhere/components.ts'

/** Kinds of components of other platforms that are not known one by one, with what does their work here. */
const replacements: readonly (readonly [RegExp, string])[] = [
  [/^script-pushdown$/, '"bash-script" and "python-script" run scripts on the runner'],
  [
    /^(?!(salesforce|database|google-sheets|excel)-).+-query$/,
    'Make a custom connector to its API and load from that with "api-extract"; "python-script" reaches everything else',
  ],
  [
    /^(?!openai-|azure-|aws-).+-ai-prompt$/,
    '"ai-prompt" asks every model behind chat completions as OpenAI has them, and those of Amazon Bedrock',
  ],
  [
    /^cortex-/,
    'It calls a model inside Snowflake, which no other database has. "ai-prompt" asks a model about every row of a table',
  ],
  [
    /^create-external-table.*$/,
    'It is a statement of another database; write what yours has for it in "sql-executor"',
  ],
  [
    /^unknown-(orchestration|transformation)$/,
    'The platform that the file comes from did not know this component either; what is left of it is in its parameters',
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

/** Why a component that only another platform runs is refused here, for the message of its step; undefined for other types. */
export function elsewhereRefusal(type: string): string | undefined {
  const advice = elsewhere.get(type)
  return advice && `A component of type "${type}" runs on another platform only. ${advice}`
}
