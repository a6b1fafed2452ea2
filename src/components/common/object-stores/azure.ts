import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { ObjectStore, PartedUpload } from './object-store.ts'
import { queryOf, type Send, type Sign, type StoreRequest } from './sender.ts'

const API_VERSION = '2023-11-03'

/** Shared Key of the Blob service: HMAC-SHA256 over what the request says, with the account's key. */
export const sharedKey =
  (account: string, key: Buffer): Sign =>
  async (request) => {
    const headers: Record<string, string> = { ...request.headers, 'x-ms-date': new Date().toUTCString() }
    const signature = createHmac('sha256', key)
      .update(stringToSign(account, { ...request, headers }))
      .digest('base64')
    return { ...request, headers: { ...headers, authorization: `SharedKey ${account}:${signature}` } }
  }

/** A shared access signature is a part of the address. */
export const sharedAccess =
  (token: string): Sign =>
  async (request) => {
    const url = new URL(request.url)
    for (const [name, value] of new URLSearchParams(token.replace(/^\?/, '')))
      url.searchParams.set(name, value)
    return { ...request, url }
  }

/**
 * The text that is signed, line by line as the service puts it together; an empty body has no length there.
 */
function stringToSign(account: string, { method, url, headers, body }: StoreRequest): string {
  const said = (name: string) => headers[name] ?? ''
  const length = body === undefined || body.length === 0 ? '' : String(body.length)
  const own = Object.entries(headers)
    .filter(([name]) => name.startsWith('x-ms-'))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}:${value}`)
  const query = [...url.searchParams]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `\n${name.toLowerCase()}:${value}`)
  return [
    method,
    ...['', '', length, said('content-md5'), said('content-type')], // encoding and language come first
    ...['', '', said('if-match'), '', '', ''], // date, conditions, range
    ...own,
    `/${account}${url.pathname}${query.join('')}`,
  ].join('\n')
}

/** A block blob. Blocks that were never put together vanish by themselves after a week. */
export function azureBlob(send: Send, url: URL, shown: string): ObjectStore {
  const request = (
    query: Readonly<Record<string, string>>,
    body: Buffer,
    more: Readonly<Record<string, string>> = {},
  ): StoreRequest => {
    const at = new URL(url)
    at.search = queryOf(query)
    const md5 = createHash('md5').update(body).digest('base64')
    return {
      method: 'PUT',
      url: at,
      body,
      headers: { ...more, 'content-md5': md5, 'x-ms-version': API_VERSION },
    }
  }

  async function begin(): Promise<PartedUpload> {
    const run = randomBytes(6).toString('hex') // another transfer may write the same blob at this moment
    const ids: string[] = []
    return {
      part: async (body) => {
        const id = Buffer.from(`${run}-${String(ids.length).padStart(6, '0')}`).toString('base64')
        await send(request({ comp: 'block', blockid: id }, body))
        ids.push(id)
      },
      complete: async () => {
        const list = `<BlockList>${ids.map((id) => `<Latest>${id}</Latest>`).join('')}</BlockList>`
        const body = Buffer.from(`<?xml version="1.0" encoding="utf-8"?>${list}`)
        const kind = { 'content-type': 'application/xml', 'x-ms-blob-content-type': octets }
        await send(request({ comp: 'blocklist' }, body, kind))
      },
      abort: async () => undefined,
    }
  }

  const put = async (body: Buffer) => {
    await send(request({}, body, { 'content-type': octets, 'x-ms-blob-type': 'BlockBlob' }))
  }
  return { shown, put, begin }
}

const octets = 'application/octet-stream'
