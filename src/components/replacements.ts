/** Components of other platforms that files use and this one does not have, with what does their work here. */
const replacements: readonly (readonly [RegExp, string])[] = [
  [
    /^python-pushdown$/,
    'It runs inside Snowflake. "python-script" runs Python on the runner, with the same variables: rename pythonScript to ' +
      'script and scriptTimeout to timeout. The session of Snowflake is not there; "query-to-grid" reads into a variable',
  ],
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
    /^(alter-warehouse|create-file-format|create-external-table.*|refresh-external-table|stream-input-sf)$/,
    'It is a statement of Snowflake; write what your database has for it in "sql-executor"',
  ],
  [/^run-shared-pipeline$/, 'Keep the pipeline in this project, and run it with "run-orchestration"'],
]

/** What to use in place of a component of this type; undefined when nothing is known of it. */
export const replacementOf = (type: string): string | undefined =>
  replacements.find(([pattern]) => pattern.test(type))?.[1]
