/** A JSON Schema, as far as the document walks through it. */
export interface SchemaNode {
  [keyword: string]: unknown
}

/** What a wire shape is called in the document, and what is said of it there. */
interface ShapeName {
  readonly name: string
  readonly description: unknown
}

/** Modules of wire shapes (`schema.ts`): an exported schema has the name of its export in the document. */
export type ShapeModules = readonly object[]

export type ShapeNames = (schema: object) => ShapeName | undefined

/**
 * A keyword that survives the way through the library that writes the document, and stands in nobody's
 * schema.
 */
const MARK = '$comment'
/** Paths, queries and headers are parameters in the document, not shapes. */
const PARAMETERS = /(Path|Query|Headers)$/

const isNode = (value: unknown): value is SchemaNode =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const textOf = ({ description: _, [MARK]: __, ...schema }: SchemaNode): string => JSON.stringify(schema)

/** Whether a schema is worth a name: an object with members, a choice of values or of forms. */
function isShape(schema: SchemaNode): boolean {
  if (isNode(schema['properties']) || isNode(schema['patternProperties'])) return true
  if (isNode(schema['additionalProperties'])) return true
  if (Array.isArray(schema['enum'])) return schema['enum'].length > 1
  return alternatives(schema).length > 1 || Array.isArray(schema['allOf'])
}

/** Shapes that are made by a function have no export: a title in one word names them. */
const titleOf = ({ title }: SchemaNode): string | undefined =>
  typeof title === 'string' && /^[A-Z][A-Za-z0-9]*$/.test(title) ? title : undefined

const alternatives = (schema: SchemaNode): SchemaNode[] =>
  ((schema['anyOf'] ?? schema['oneOf'] ?? []) as SchemaNode[]).filter(({ type }) => type !== 'null')

/**
 * The names of exported shapes. A shape is found by itself, or, where the schema library made a copy, by what
 * it says.
 */
export function shapeNames(modules: ShapeModules): ShapeNames {
  const itself = new Map<object, ShapeName>()
  const equal = new Map<string, ShapeName>()
  const exported = modules.flatMap((module) => Object.entries(module))
  for (const [name, schema] of exported.sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (!isNode(schema) || !Object.hasOwn(schema, '~kind') || PARAMETERS.test(name) || !isShape(schema))
      continue
    const shape = { name, description: schema['description'] }
    itself.set(schema, shape)
    if (!equal.has(textOf(schema))) equal.set(textOf(schema), shape)
  }
  return (schema) =>
    itself.get(schema) ??
    (isShape(schema as SchemaNode) ? equal.get(textOf(schema as SchemaNode)) : undefined)
}

/** A copy of a schema that carries the names of the shapes in it. */
export function markShapes<T>(schema: T, names: ShapeNames): T {
  if (Array.isArray(schema)) return schema.map((one) => markShapes(one, names)) as T
  if (!isNode(schema)) return schema
  const members = Object.entries(schema).map(([key, member]) => [key, markShapes(member, names)])
  const shape = names(schema)
  return Object.fromEntries(shape === undefined ? members : [...members, [MARK, shape]]) as T
}

/**
 * Moves every shape of the document to `components.schemas`, below the name that it carries or else one made
 * of where it is used, and leaves references. Throws when two shapes would have one name.
 */
export function createHoisting(schemas: Record<string, SchemaNode>) {
  const from = new Map<string, string>()

  function hoist(schema: SchemaNode, suggested: string): SchemaNode {
    const { [MARK]: mark, ...own } = schema
    const shape = mark as ShapeName | undefined
    const name = shape?.name ?? titleOf(own) ?? suggested
    const inside = withTypedEnum(hoistParts(own, name))
    if (shape === undefined && !isShape(own)) return inside
    return refer(inside, { name, description: shape === undefined ? own['description'] : shape.description })
  }

  function refer(schema: SchemaNode, { name, description }: ShapeName): SchemaNode {
    const { description: said, title: _, ...rest } = schema
    const text = JSON.stringify(rest)
    if ((from.get(name) ?? text) !== text)
      throw new Error(`Two shapes would be ${name} in the document: export one of them under another name`)
    from.set(name, text)
    schemas[name] = description === undefined ? rest : { ...rest, description }
    const reference = { $ref: `#/components/schemas/${name}` }
    return said === undefined || said === description ? reference : { ...reference, description: said }
  }

  function hoistParts(schema: SchemaNode, name: string): SchemaNode {
    const parts: SchemaNode = { ...schema }
    if (isNode(schema['properties']))
      parts['properties'] = Object.fromEntries(
        Object.entries(schema['properties']).map(([key, member]) => [
          key,
          hoist(member as SchemaNode, name + pascal(key)),
        ]),
      )
    if (isNode(schema['items'])) parts['items'] = hoist(schema['items'], `${name}Item`)
    if (isNode(schema['additionalProperties']))
      parts['additionalProperties'] = hoist(schema['additionalProperties'], `${name}Value`)
    for (const key of ['anyOf', 'oneOf', 'allOf'])
      if (Array.isArray(schema[key]))
        parts[key] = schema[key].map((one: SchemaNode, i) => hoist(one, `${name}Form${i + 1}`))
    return parts
  }

  return hoist
}

/** Generators want to know of what type the values of a choice are. */
function withTypedEnum(schema: SchemaNode): SchemaNode {
  const values = schema['enum']
  if (!Array.isArray(values) || 'type' in schema) return schema
  return values.every((value) => typeof value === 'string') ? { type: 'string', ...schema } : schema
}

/** `environment-name` and `environmentName` as `EnvironmentName`. */
export const pascal = (name: string): string =>
  name
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('')
