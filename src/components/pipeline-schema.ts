import type { PipelineKind } from '../pipeline/model.ts'
import { foreignKeys } from '../pipeline/parameters/unknown-parameters.ts'
import type { ComponentProperties } from './component.ts'
import { orchestrationDeclarations, transformationDeclarations } from './declarations.generated.ts'

/** A JSON Schema, draft 7: the version that editors know best. */
type JsonSchema = { readonly [keyword: string]: unknown }

/** The few keywords that properties of components use. */
interface Property {
  readonly type?: string
  readonly title?: string
  readonly description?: string
  readonly choices?: readonly string[]
  readonly columns?: readonly string[]
  readonly items?: Property
  /** Of a block of parameters. */
  readonly properties?: Readonly<Record<string, Property>>
  readonly required?: readonly string[]
}

const declarationsOf = {
  orchestration: orchestrationDeclarations,
  transformation: transformationDeclarations,
}

/**
 * The JSON Schema of a pipeline file, made of the declarations of its components, for editors. It says what
 * the shape of a file says wrong or leaves out; `headrace validate` knows more: links, variables, other
 * files, and what depends on several parameters. A file that validation has nothing against fits it.
 */
export function pipelineSchema(kind: PipelineKind): JsonSchema {
  const declarations = declarationsOf[kind]
  const types = declarations.flatMap((one) => one.types)
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: `Headrace ${kind}`,
    type: 'object',
    required: ['pipeline'],
    properties: {
      type: { enum: [kind], description: 'The kind of pipeline, the same as in the file extension' },
      version: { description: 'Version of the file format', default: '1.0' },
      pipeline: {
        type: 'object',
        properties: {
          metadata: {
            type: ['object', 'null'],
            properties: { description: shared('text', 'What the pipeline is for') },
          },
          components: named('component', 'The steps by their names'),
          variables: named('variable', 'The variables by their names'),
        },
      },
    },
    definitions: {
      ...values,
      variable,
      component: {
        type: 'object',
        required: ['type'],
        properties: { type: { enum: types }, ...componentProperties },
        allOf: declarations.map((one) => ({
          if: { properties: { type: { enum: one.types } }, required: ['type'] },
          // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
          then: parametersOf(one),
        })),
      },
    },
  }
}

/** A definition with words of its own beside it, which a bare reference would hide. */
const shared = (name: string, description: string): JsonSchema => ({
  description,
  allOf: [{ $ref: `#/definitions/${name}` }],
})

const named = (name: string, description: string): JsonSchema => ({
  description,
  type: ['object', 'null'],
  additionalProperties: { $ref: `#/definitions/${name}` },
})

const scalar = ['string', 'number', 'boolean']
const gridReference: JsonSchema = {
  type: 'object',
  required: ['fromGrid'],
  properties: {
    fromGrid: {
      type: ['object', 'null'],
      description: 'Rows of a grid variable, or of some of its columns',
      properties: { variable: { type: scalar }, columns: { type: ['array', 'null'] } },
    },
  },
}
const fromGrid: JsonSchema = { $ref: '#/definitions/fromGrid' }
const cell: JsonSchema = { type: [...scalar, 'null'] }

/** What `readParameters` takes, one definition for each kind of property. An empty key counts as absent. */
const values: Readonly<Record<string, JsonSchema>> = {
  fromGrid: gridReference,
  text: { type: scalar },
  list: {
    anyOf: [
      { type: 'array', items: { anyOf: [cell, { type: 'array', items: cell, minItems: 1, maxItems: 1 }] } },
      { type: 'string', pattern: '\\S' },
      { type: ['number', 'boolean'] },
      fromGrid,
    ],
  },
  rows: { anyOf: [{ type: 'array', items: { anyOf: [cell, { type: 'array', items: cell }] } }, fromGrid] },
  objects: { anyOf: [{ type: 'array' }, fromGrid] },
  names: { type: ['string', 'number', 'array', 'null'], items: cell },
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')

/** A pattern of words in any case, with blanks around them: JSON Schema has no flag for it. */
const anyCase = (words: readonly string[]): string => {
  const patterns = words.map((word) =>
    Array.from(word, (letter) => {
      const [lower, upper] = [letter.toLowerCase(), letter.toUpperCase()]
      return lower === upper ? escaped(letter) : `[${lower}${upper}]`
    }).join(''),
  )
  return `^\\s*(${patterns.join('|')})\\s*$`
}

const wordOf = (words: readonly string[]): JsonSchema => ({
  anyOf: [{ enum: words }, { type: 'string', pattern: anyCase(words) }],
})

const variable: JsonSchema = {
  type: 'object',
  properties: {
    metadata: {
      type: ['object', 'null'],
      properties: {
        type: wordOf(['TEXT', 'NUMBER', 'GRID']),
        scope: { ...wordOf(['COPIED', 'SHARED']), description: 'Whether concurrent branches share it' },
        visibility: { ...wordOf(['PUBLIC', 'PRIVATE']), description: 'Whether callers may set it' },
        description: { type: [...scalar, 'null'] },
        columns: { type: ['object', 'array', 'null'], description: 'For a GRID, its columns in order' },
      },
    },
    defaultValue: { description: 'The default value, or the rows of a GRID' },
  },
}

const componentProperties: Readonly<Record<string, JsonSchema>> = {
  parameters: { type: ['object', 'null'] },
  transitions: {
    description: 'The next components, by the result of this component',
    type: ['object', 'null'],
    properties: Object.fromEntries(
      ['unconditional', 'success', 'failure', 'true', 'false'].map((one) => [
        one,
        { $ref: '#/definitions/names' },
      ]),
    ),
    additionalProperties: false,
  },
  sources: shared('names', 'The components that it reads from'),
  iterationTarget: shared('names', 'The component that an iterator or a retry repeats'),
  postProcessing: {
    description: 'Changes of variables and the message after the component has ended',
    type: ['object', 'null'],
    properties: {
      updateScalarVariables: { type: ['array', 'null'], items: { type: ['array', 'null'], items: cell } },
      updateGridVariables: { type: ['array', 'null'] },
      updateOutputMessage: { description: 'Text with ${…}' },
    },
  },
  skipped: {
    type: ['boolean', 'string', 'null'],
    description:
      'Does not run; the components that follow run as if it had, in a transformation with the rows of its source',
  },
}

interface Properties {
  readonly properties?: Readonly<Record<string, Property>>
  readonly required?: readonly string[]
}

/** What a component of this type has beside what all have. */
function parametersOf({
  title,
  summary,
  properties: given,
  withoutEffect = {},
}: ComponentProperties): JsonSchema {
  const { properties = {}, required = [] } = given as Properties
  const known = Object.entries(properties).map(([key, property]) => [
    key,
    schemaOf(property, required.includes(key)),
  ])
  const parameters = {
    type: required.length > 0 ? 'object' : ['object', 'null'],
    required,
    properties: {
      ...Object.fromEntries(known),
      ...Object.fromEntries(
        Object.entries(withoutEffect).map(([key, advice]) => [key, { description: advice }]),
      ),
      componentName: { description: 'The name of the component' },
    },
    // As in validation: keys of other platforms, and keys with the number of a variant, are no mistakes.
    patternProperties: { [foreignPattern(Object.keys(properties))]: {} },
    additionalProperties: false,
  }
  return {
    title,
    description: summary,
    ...(required.length > 0 && { required: ['parameters'] }),
    properties: { parameters },
  }
}

const foreignPattern = (known: readonly string[]): string =>
  `^(${[...known.map((key) => `${escaped(key)}\\d+`), ...[...foreignKeys].map(escaped)].join('|')})$`

function schemaOf(property: Property, isRequired: boolean): JsonSchema {
  const { title, description, columns } = property
  const words = [description, columns && `Rows of: ${columns.join(', ')}`].filter((one) => one !== undefined)
  const shapes = [...shapesOf(property), ...(isRequired ? [] : [{ type: 'null' }])]
  return {
    ...(title !== undefined && { title }),
    ...(words.length > 0 && { description: words.join('. ') }),
    ...(shapes.length === 1 && shapes[0] ? shapes[0] : { anyOf: shapes }),
  }
}

function shapesOf({ type, choices, items, properties }: Property): readonly JsonSchema[] {
  if (choices !== undefined) return choiceShapes(choices)
  if (type === 'string') return [{ $ref: '#/definitions/text' }]
  if (type === 'array' && items?.properties !== undefined)
    return [{ type: 'array', items: blockShape(items.properties, items.required) }, fromGrid]
  if (type === 'array') return [{ $ref: `#/definitions/${listOf(items?.type)}` }]
  if (type === 'object' && properties !== undefined) return [blockShape(properties)]
  return [{ type: [...scalar, 'array', 'object'] }]
}

/** A block of parameters; all of them may be absent, and it may hold more. */
const blockShape = (
  properties: Readonly<Record<string, Property>>,
  required: readonly string[] = [],
): JsonSchema => ({
  type: 'object',
  ...(required.length > 0 && { required }),
  properties: Object.fromEntries(
    Object.entries(properties).map(([key, property]) => [key, schemaOf(property, false)]),
  ),
})

/** A list of objects is read by its component, which knows what is in them. */
const listOf = (items: string | undefined) =>
  items === 'object' ? 'objects' : items === 'array' ? 'rows' : 'list'

/** The words as listed, for completion; in any case, as numbers or truth values, or as an expression. */
function choiceShapes(choices: readonly string[]): readonly JsonSchema[] {
  const lower = choices.map((one) => one.toLowerCase())
  const truths = [true, false].filter((one) => lower.includes(one ? 'yes' : 'no'))
  const numbers = choices.filter((one) => one !== '' && String(Number(one)) === one).map(Number)
  return [
    { enum: choices },
    { type: 'string', pattern: `${anyCase(choices)}|\\$\\{` },
    ...(truths.length + numbers.length > 0 ? [{ enum: [...truths, ...numbers] }] : []),
  ]
}
