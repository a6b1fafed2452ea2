import { type ApiDocument, nameOfRef, type Schema } from './api-document.ts'

const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/
/** Words of Python that names of the API could be. */
const keywords = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global'
    .split(' ')
    .concat('if import in is lambda nonlocal not or pass raise return try while with yield'.split(' ')),
)

export const isPythonName = (name: string): boolean => IDENTIFIER.test(name) && !keywords.has(name)

const scalars: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
}

/** A schema as a type of Python; `prefix` stands before the names of models. */
export function pythonType(schema: Schema, prefix = ''): string {
  const { $ref, type = '', enum: values, anyOf, items, additionalProperties: more } = schema
  if ($ref !== undefined) return `${prefix}${nameOfRef($ref)}`
  if (values !== undefined) return `t.Literal[${values.map((value) => JSON.stringify(value)).join(', ')}]`
  if (anyOf !== undefined) return anyOf.map((one) => pythonType(one, prefix)).join(' | ')
  if (type === 'array') return `list[${items === undefined ? 't.Any' : pythonType(items, prefix)}]`
  if (type === 'object') return `dict[str, ${typeof more === 'object' ? pythonType(more, prefix) : 't.Any'}]`
  return scalars[type] ?? 't.Any'
}

/** A text as a string of Python that documents what is above it. */
export const docstring = (text: string, indent: string): string =>
  `${indent}"""${text.replaceAll('\\', '\\\\').replaceAll('"""', "'''").replace(/"$/, '" ')}"""\n`

/** `models.py`: the schemas of the API as typed dictionaries, as they are sent and received. */
export function pythonModels({ components: { schemas } }: ApiDocument): string {
  const all = Object.entries(schemas)
  const models = all.filter(([, schema]) => hasMembers(schema))
  const aliases = new Map(all.filter(([, schema]) => !hasMembers(schema)))
  return `# Generated from openapi/public-v1.json by npm run generate.
"""The bodies of the API: typed dictionaries with the members that the API has."""

from __future__ import annotations

import typing as t

${models.map(([name, schema]) => modelOf(name, schema)).join('\n')}
${aliasesOf(aliases).join('')}`
}

const hasMembers = ({ properties = {} }: Schema): boolean => Object.keys(properties).length > 0

/** Each after what it names: unlike annotations, they are evaluated where they stand. */
function aliasesOf(aliases: ReadonlyMap<string, Schema>): readonly string[] {
  const written: string[] = []
  const seen = new Set<string>()
  function write(name: string) {
    const schema = aliases.get(name)
    if (schema === undefined || seen.has(name)) return
    seen.add(name)
    const type = pythonType(schema)
    for (const [word] of type.matchAll(/\w+/g)) write(word)
    const about = schema.description === undefined ? '' : docstring(schema.description, '')
    written.push(`${name}: t.TypeAlias = ${type}\n${about}`)
  }
  for (const name of aliases.keys()) write(name)
  return written
}

/** What may be absent is declared in a class of its own: Python 3.10 has no `NotRequired`. */
function modelOf(name: string, schema: Schema): string {
  const { properties = {}, description, required = [] } = schema
  const about = (indent: string) => (description === undefined ? '' : docstring(description, indent))
  const members = Object.entries(properties)
  const needed = members.filter(([member]) => required.includes(member))
  const optional = members.filter(([member]) => !required.includes(member))
  const isClass = members.every(([member]) => isPythonName(member))
  if (isClass) {
    if (optional.length === 0) return `class ${name}(t.TypedDict):\n${about('    ')}${linesOf(needed)}`
    const whole = (base: string) =>
      `class ${name}(${base}, total=False):\n${about('    ')}${linesOf(optional)}`
    if (needed.length === 0) return whole('t.TypedDict')
    return `class _${name}(t.TypedDict):\n${linesOf(needed)}\n${whole(`_${name}`)}`
  }
  if (optional.length === 0) return `${dictionaryOf(name, needed)}${about('')}`
  if (needed.length === 0) return `${dictionaryOf(name, optional, ', total=False')}${about('')}`
  const bases = `${dictionaryOf(`_${name}`, needed)}${dictionaryOf(`_${name}Optional`, optional, ', total=False')}`
  return `${bases}\nclass ${name}(_${name}, _${name}Optional):\n${about('    ') || '    pass\n'}`
}

type Member = readonly [name: string, schema: Schema]

const linesOf = (members: readonly Member[]): string =>
  members
    .map(([member, own]) => {
      const about = own.description === undefined ? '' : docstring(own.description, '    ')
      return `    ${member}: ${pythonType(own)}\n${about}`
    })
    .join('')

/** For names that are no attributes of a class. */
function dictionaryOf(name: string, members: readonly Member[], more = ''): string {
  const lines = members.map(([member, own]) => `    ${JSON.stringify(member)}: '${pythonType(own)}',\n`)
  return `${name} = t.TypedDict(${JSON.stringify(name)}, {\n${lines.join('')}}${more})\n`
}
