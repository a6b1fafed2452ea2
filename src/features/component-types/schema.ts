import Type, { type Static } from 'typebox'

/** Wire shapes of the components that pipelines are made of. */
const Links = (description: string) =>
  Type.String({ description: `${description}: none, one or many`, examples: ['one'] })

export const ComponentType = Type.Object({
  type: Type.String({ description: 'The type as pipeline files write it', examples: ['webhook-post'] }),
  otherTypes: Type.Array(Type.String(), { description: 'Older spellings, which files may have' }),
  pipelineType: Type.Enum(['orchestration', 'transformation']),
  title: Type.String(),
  summary: Type.String(),
  incomingLinks: Links('How many links may lead to it'),
  outgoingLinks: Links('How many links may lead away from it'),
  verbatim: Type.Array(Type.String(), {
    description: 'Parameters whose ${…} is not replaced before the run: scripts and the like',
  }),
  refusedBy: Type.Record(Type.String(), Type.String(), {
    description:
      'Why databases of a kind refuse it, whatever its parameters, and what to do instead; by kind of warehouse. Validation knows more',
    examples: [{ CLICKHOUSE: 'ClickHouse has no transactions: …' }],
  }),
  parameters: Type.Object(
    {},
    {
      additionalProperties: true,
      description:
        'JSON Schema of its parameters, for forms, in the order of a form. `x-columns` names the columns of rows; `x-editor` is the ' +
        'language of a text of several lines; `x-names` says that a text is the name of a `scalar` or `grid` variable; `x-when` ' +
        'lists the values of other parameters with which it has a meaning; `x-older` marks another spelling, which files may ' +
        'have and forms do not offer. Files may have more: see /schemas/orchestration.json',
    },
  ),
})
export const ComponentCatalogue = Type.Object({ componentTypes: Type.Array(ComponentType) })

export type ComponentType = Static<typeof ComponentType>
