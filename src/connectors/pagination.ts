import { createHash } from 'node:crypto'
import { jsonOf, numberText, textOf } from '../lib/written-json.ts'
import { readPath, valueAt } from './json-path.ts'
import { type ConnectorRequest, jsonObject, parsed, redirected, urlOf, withQuery } from './prepare.ts'
import type { Pagination } from './schema.ts'

/** What one page said, as far as the next one depends on it. */
export interface PageReply {
  /** Where it came from, after redirects. */
  readonly url: string
  readonly headers: Headers
  /** The JSON document, as `parseWritten` makes it; the repeating elements may be left out of it. */
  readonly document: unknown
  /** How many elements it had. */
  readonly count: number
  /** The last of them as JSON text. */
  readonly lastElement: string | undefined
  /** A digest of all of them. */
  readonly digest: string
}

/** An API that filters its pages may have empty ones. One that has so many in a row has no others. */
const MAX_EMPTY_PAGES = 100

export type NextPage =
  | { readonly request: ConnectorRequest }
  /** That was the last page, and why. */
  | { readonly end: string }
  | { readonly fault: string }

/** Walks through the pages of one endpoint. */
export interface Pages {
  readonly first: ConnectorRequest
  next(reply: PageReply): NextPage
}

/**
 * The pages of a `request` that `prepareRequest` found no fault with (decisions.md §12, pagination). Paging
 * ends when a page has no elements and does not say that there are more, when it names no next page, or one
 * that was read. Links that lead to another host are faults: the credentials go to the endpoint's own. Two
 * equal pages are one too, for the API then ignores the page asked for, or begins again; and so is a page
 * that says that there are more, and not how to get them.
 */
export function createPages(request: ConnectorRequest, pagination: Pagination): Pages {
  const sized = withPageSize(request, pagination)
  switch (pagination.type) {
    case 'NONE':
      return { first: sized, next: () => ({ end: 'the endpoint has no pagination' }) }
    case 'PAGE':
      return numbered(sized, pagination, pagination.pageParameter!, pagination.startPage ?? 1, () => 1)
    case 'OFFSET':
      // Counted, not assumed: a server may give fewer than it was asked for.
      return numbered(
        sized,
        pagination,
        pagination.offsetParameter!,
        pagination.startOffset ?? 0,
        (count) => count,
      )
    case 'CURSOR':
      return byCursor(sized, pagination)
    case 'LINK_HEADER':
      return byLink(
        sized,
        (reply) => linkOf(reply.headers.get('link') ?? '', pagination.rel ?? 'next'),
        undefined,
      )
    case 'RELATIVE_PATH':
      return byLink(sized, textAt(pagination.nextPage!), pagination.baseUri)
    case 'FULL_PATH':
      return byLink(sized, textAt(pagination.nextPage!), undefined)
  }
}

const withPageSize = (request: ConnectorRequest, pagination: Pagination): ConnectorRequest =>
  pagination.pageSizeParameter === undefined || pagination.pageSize === undefined
    ? request
    : set(request, pagination, pagination.pageSizeParameter, pagination.pageSize)

/**
 * Puts a paging value where the API wants it: into the query as text, or into a member of the JSON body as it
 * is.
 */
function set(
  request: ConnectorRequest,
  { addTo }: Pagination,
  name: string,
  value: unknown,
): ConnectorRequest {
  if (addTo !== 'BODY') return withQuery(request, [[name, textOf(value)]])
  const headers = request.headers.some(([one]) => one.toLowerCase() === 'content-type')
    ? request.headers
    : [...request.headers, ['content-type', 'application/json'] as const]
  return { ...request, headers, body: jsonOf({ ...jsonObject(request.body), [name]: value }) }
}

function numbered(
  request: ConnectorRequest,
  pagination: Pagination,
  parameter: string,
  start: number,
  advance: (count: number) => number,
): Pages {
  let at = start
  let empty = 0
  const repeats = createRepeats(parameter)
  return {
    first: set(request, pagination, parameter, at),
    next(reply) {
      const more = saysMore(reply, pagination)
      empty = reply.count === 0 ? empty + 1 : 0
      if (empty > 0 && more !== true) return { end: 'the last page has no elements' }
      const fault = repeats(reply)
      if (fault !== undefined) return { fault }
      if (more === false) return { end: 'the last page says that there are no more' }
      const step = advance(reply.count)
      if (step === 0 || empty > MAX_EMPTY_PAGES)
        return { fault: `The last page has no elements, and ${pagination.hasMore} says that there are more` }
      at += step
      return { request: set(request, pagination, parameter, at) }
    },
  }
}

/**
 * Says of a page that has the elements of the one before it, or follows an equal page as one did before, why
 * that is a fault. A page that is the same as an earlier one may be so by chance, and pages of one element
 * may follow each other again by chance.
 */
function createRepeats(parameter: string) {
  const seen = new Set<string>()
  let before: string | undefined
  return ({ count, digest }: PageReply): string | undefined => {
    if (count > 0 && digest === before)
      return `Two pages are the same, so the API ignores the parameter ${parameter}`
    const pair = `${before} ${digest}`
    if (count > 1 && seen.has(pair))
      return `Two pages in a row are the same as two earlier ones, so the API begins again where the parameter ${parameter} goes beyond its last page`
    before = digest
    seen.add(pair)
    return undefined
  }
}

function byCursor(request: ConnectorRequest, pagination: Pagination): Pages {
  const { cursorParameter, cursor } = pagination
  const read = cursor!.startsWith('@') ? fromLastElement(cursor!) : fromDocument(cursor!)
  const seen = new Set<string>()
  const repeats = createRepeats(cursorParameter!)
  return {
    first: request,
    next(reply) {
      const more = saysMore(reply, pagination)
      if (more === false) return { end: 'the last page says that there are no more' }
      const value = read(reply)
      const text = cursorText(value)
      if (text === undefined && more === true)
        return { fault: `The last page names no cursor, and ${pagination.hasMore} says that there are more` }
      if (text === undefined) return { end: 'the last page names no cursor' }
      const fault = repeats(reply)
      // From an element on, that element included: one that nothing follows comes again.
      const isLastAgain = reply.count === 1 && cursor!.startsWith('@') && pagination.pageSize !== 1
      if (fault !== undefined && !isLastAgain) return { fault }
      if (seen.has(digestOf(text))) return { end: 'the last page names a cursor that was followed before' }
      seen.add(digestOf(text))
      return { request: set(request, pagination, cursorParameter!, value) }
    },
  }
}

function byLink(
  request: ConnectorRequest,
  linkIn: (reply: PageReply) => string | undefined,
  baseUri: string | undefined,
): Pages {
  const seen = new Set([digestOf(new URL(urlOf(request)).href)])
  return {
    first: request,
    next(reply) {
      seen.add(digestOf(reply.url))
      const link = linkIn(reply)
      if (link === undefined) return { end: 'the last page names no next one' }
      const url = URL.parse(link, baseUri === undefined ? reply.url : folder(baseUri))
      if (url === null) return { fault: `The next page is not at an address: ${link.slice(0, 200)}` }
      const own = new URL(request.address).origin
      if (url.origin !== own)
        return {
          fault: `The next page is at ${url.origin}, and the credentials of this endpoint go to ${own} only`,
        }
      if (seen.has(digestOf(url.href))) return { end: 'the last page names one that was read before' }
      seen.add(digestOf(url.href))
      return { request: redirected(request, url.href) }
    },
  }
}

/** Appends a relative path to a base address, also one without a trailing slash. */
const folder = (baseUri: string): string => (baseUri.endsWith('/') ? baseUri : `${baseUri}/`)

/** Whether a page says that there are more, or that there are none; undefined where it says neither. */
function saysMore({ document }: PageReply, { hasMore }: Pagination): boolean | undefined {
  if (hasMore === undefined) return undefined
  const value = valueAt(document, readPath(hasMore) ?? [])
  if (value === true || value === 'true') return true
  return value === false || value === null || value === undefined || value === 'false' ? false : undefined
}

const textAt = (path: string) => {
  const read = fromDocument(path)
  return (reply: PageReply) => cursorText(read(reply))
}

function fromDocument(path: string) {
  const steps = readPath(path) ?? []
  return ({ document }: PageReply) => valueAt(document, steps)
}

function fromLastElement(path: string) {
  const steps = readPath(path.replace(/^@/, '$')) ?? []
  return ({ lastElement }: PageReply) =>
    lastElement === undefined ? undefined : valueAt(parsed(lastElement), steps)
}

const cursorText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : numberText(value)

const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64')

const linkValue = /<([^>]*)>((?:\s*;\s*[\w!#$%&'*+.^`|~-]+\s*(?:=\s*(?:"(?:[^"\\]|\\.)*"|[^\s",;]+))?)*)/g
const linkParameter = /;\s*([\w!#$%&'*+.^`|~-]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s",;]+)))?/g

/** The target of the first link with this relation in a `Link` header (RFC 8288). */
export function linkOf(header: string, rel: string): string | undefined {
  for (const [, target, parameters = ''] of header.matchAll(linkValue)) {
    const found = [...parameters.matchAll(linkParameter)].find(([, name]) => name!.toLowerCase() === 'rel')
    const relations = (found?.[2] ?? found?.[3] ?? '').toLowerCase().split(/\s+/)
    if (relations.includes(rel.toLowerCase())) return target
  }
  return undefined
}
