import { type ApiDocument, nameOfRef, type Operation, type Parameter, parametersOf } from './api-document.ts'
import { docstring, isPythonName, pythonType } from './models.ts'

/** Answered by the client itself, or of no use to a program that keeps no copies. */
const omittedHeaders = new Set(['If-None-Match'])

interface Described {
  readonly document: ApiDocument
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

/** `operations.py`: a method for each operation, and an iterator for each list. */
export function pythonOperations(document: ApiDocument): string {
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ document, method, path, operation })),
  )
  const methods = described.filter(isOfPrograms).flatMap((one) => [methodOf(one), ...iteratorOf(one)])
  return `# Generated from openapi/public-v1.json by npm run generate.
"""Every operation of the API as a method."""

from __future__ import annotations

import typing as t

from . import models as m
from .transport import Files, Transport


class Operations(Transport):
    """The operations of the API; bodies and answers are those of \`models\`."""

${methods.join('\n')}`
}

/** Those below the base path that speak JSON or text: sign-ins that redirect browsers are not. */
const isOfPrograms = ({ path, operation }: Described): boolean =>
  path.startsWith('/v1/') &&
  !('302' in operation.responses) &&
  !('application/x-www-form-urlencoded' in (operation.requestBody?.content ?? {}))

/** \`projectId\` as \`project_id\`. */
const snakeCase = (name: string): string =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase()

function argumentName(name: string): string {
  const snake = snakeCase(name)
  return isPythonName(snake) ? snake : `${snake}_`
}

/** What a method answers: a model, text, or nothing. */
function answerOf({ operation: { responses } }: Described) {
  const successes = Object.entries(responses).filter(([status]) => Number(status) < 300)
  const contents = successes.map(([, { content = {} }]) => Object.entries(content))
  const [first] = contents.find((content) => content.length > 0) ?? []
  if (first === undefined) return { type: 'None', isText: false }
  if (contents.some((content) => content.some(([, { schema }]) => schema.$ref === undefined)))
    return { type: 'str', isText: true }
  const type = pythonType(first[1].schema, 'm.')
  return { type: contents.some((content) => content.length === 0) ? `${type} | None` : type, isText: false }
}

const argumentOf = ({ name, required, schema }: Parameter): string =>
  required === true
    ? `${argumentName(name)}: ${pythonType(schema, 'm.')}`
    : `${argumentName(name)}: ${pythonType(schema, 'm.')} | None = None`

const dictOf = (parameters: readonly Parameter[]): string =>
  `{${parameters.map(({ name }) => `${JSON.stringify(name)}: ${argumentName(name)}`).join(', ')}}`

function placed(described: Described) {
  const all = parametersOf(described.document, described.operation)
  return {
    places: all.filter((one) => one.in === 'path'),
    query: all.filter((one) => one.in === 'query'),
    headers: all.filter((one) => one.in === 'header' && !omittedHeaders.has(one.name)),
  }
}

function signature(name: string, positional: readonly string[], named: readonly Parameter[], type: string) {
  const keywords = named.length === 0 ? [] : ['*', ...named.map(argumentOf)]
  return `    def ${name}(${['self', ...positional, ...keywords].join(', ')}) -> ${type}:\n`
}

function methodOf(described: Described): string {
  const { method, path, operation } = described
  const { places, query, headers } = placed(described)
  const body = bodyOf(operation)
  const { type, isText } = answerOf(described)
  const given = [
    JSON.stringify(method.toUpperCase()),
    JSON.stringify(path),
    dictOf(places),
    ...(query.length > 0 ? [`query=${dictOf(query)}`] : []),
    ...(headers.length > 0 ? [`headers=${dictOf(headers)}`] : []),
    ...(body === undefined ? [] : [`${body.name}=${body.name}`]),
  ]
  const positional = [
    ...places.map(argumentOf),
    ...(body === undefined ? [] : [`${body.name}: ${body.type}`]),
  ]
  const call = `self.${isText ? '_text' : '_send'}(${given.join(', ')})`
  const work =
    type === 'None' ? `        ${call}\n` : `        answer: ${type} = ${call}\n        return answer\n`
  return (
    signature(snakeCase(operation.operationId), positional, [...query, ...headers], type) +
    docstring(operation.summary ?? operation.operationId, '        ') +
    work
  )
}

function bodyOf({ requestBody }: Operation) {
  if (requestBody === undefined) return undefined
  const json = requestBody.content['application/json']
  if (json === undefined) return { name: 'files', type: 'Files' }
  return { name: 'body', type: pythonType(json.schema, 'm.') }
}

/** The parameters by which lists continue, and what each kind is called in `transport.py`. */
const pagings = [
  { by: 'token', parameters: ['limit', 'paginationToken'] },
  { by: 'page', parameters: ['page', 'size'] },
  { by: 'index', parameters: ['startIndex', 'count'] },
] as const
/** What the items of a list are called. */
const itemMembers = ['results', 'tasks', 'Resources'] as const

/** An iterator over the items of all pages, where an operation lists by pages. */
function iteratorOf(described: Described): string[] {
  const { document, method, path, operation } = described
  const { places, query } = placed(described)
  const paging = pagings.find(({ parameters }) =>
    parameters.every((one) => query.some(({ name }) => name === one)),
  )
  const { properties = {} } = document.components.schemas[answerOf(described).type.replace('m.', '')] ?? {}
  const member = itemMembers.find((name) => properties[name]?.items !== undefined)
  if (method !== 'get' || member === undefined || paging === undefined) return []
  const items = properties[member]!.items!
  const own = query.filter(({ name }) => !paging.parameters.some((one) => one === name))
  const name = `iter_${snakeCase(operation.operationId).replace(/^(list|get)_/, '')}`
  const item = items.$ref === undefined ? pythonType(items) : `m.${nameOfRef(items.$ref)}`
  const given = [
    JSON.stringify(path),
    dictOf(places),
    dictOf(own),
    ...(paging.by === 'page' ? [] : [`by="${paging.by}"`]),
    ...(member === 'results' ? [] : [`member="${member}"`]),
  ]
  return [
    signature(name, places.map(argumentOf), own, `t.Iterator[${item}]`) +
      docstring(`All items of \`${snakeCase(operation.operationId)}\`, page after page.`, '        ') +
      `        return self._items(${given.join(', ')})\n`,
  ]
}
