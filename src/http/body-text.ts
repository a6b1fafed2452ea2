import { isAscii, isUtf8 } from 'node:buffer'
import type { FastifyRequest } from 'fastify'
import { charsetOf } from '../lib/charset.ts'
import { badRequest, Problem } from '../lib/problem.ts'
import type { Server } from './server-type.ts'

const readable = /^(?:utf-?8|us-ascii)$/i

/**
 * The text of a body, for content type parsers. ASCII means the same whatever character set the request
 * names: Java programs name ISO-8859-1 for forms. Otherwise throws 415 where it names another one than UTF-8,
 * and 400 for bytes that are not UTF-8, for decoding would put U+FFFD in their place without a word.
 */
export function bodyText({ headers }: FastifyRequest, body: Buffer): string {
  if (isAscii(body)) return body.toString()
  if (!readable.test(charsetOf(headers['content-type'])))
    throw new Problem('unsupported-media-type', 'Send the body in UTF-8')
  if (!isUtf8(body)) throw badRequest(['body must be UTF-8 text'])
  return body.toString()
}

export const FORM = 'application/x-www-form-urlencoded'

/**
 * Takes bodies as forms and in no other media type. A field that is sent twice is refused (RFC 6749 §3.2).
 */
export function acceptForms(scope: Server): void {
  scope.removeContentTypeParser('application/json')
  scope.addContentTypeParser(FORM, { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    const fields = [...new URLSearchParams(bodyText(request, body))]
    const form = Object.fromEntries(fields)
    if (Object.keys(form).length < fields.length)
      throw badRequest(['body must not have the same field twice'])
    return form
  })
}
