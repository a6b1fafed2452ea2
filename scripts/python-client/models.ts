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
  const models = Object.entries(schemas).map(([name, schema]) => modelOf(name, schema))
  return `# Generated from openapi/public-v1.json by npm run generate.
"""The bodies of the API: typed dictionaries with the members that the API has."""

from __future__ import annotations

import typing as t

if t.TYPE_CHECKING:
    from typing_extensions import NotRequired

${models.join('\n')}`
}

function modelOf(name: string, schema: Schema): string {
  const { properties = {}, description } = schema
  const members = Object.entries(properties)
  const about = (indent: string) => (description === undefined ? '' : docstring(description, indent))
  if (members.length === 0) return `${name}: t.TypeAlias = ${quoted(pythonType(schema))}\n${about('')}`
  const isRequired = (member: string) => schema.required?.includes(member) === true
  const typed = members.map(([member, own]) => {
    const type = pythonType(own)
    return { member, type: isRequired(member) ? type : `NotRequired[${type}]`, description: own.description }
  })
  if (typed.some(({ member }) => !isPythonName(member))) {
    const lines = typed.map(({ member, type }) => `    ${JSON.stringify(member)}: ${quoted(type)},\n`)
    return `${name} = t.TypedDict(${JSON.stringify(name)}, {\n${lines.join('')}})\n${about('')}`
  }
  const lines = typed.map(
    ({ member, type, description: own }) =>
      `    ${member}: ${type}\n${own === undefined ? '' : docstring(own, '    ')}`,
  )
  return `class ${name}(t.TypedDict):\n${about('    ')}${lines.join('')}`
}

const quoted = (type: string): string => `'${type}'`
