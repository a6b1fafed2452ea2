import { createHash, createHmac } from 'node:crypto'
import type { StoredObject } from './s3.ts'
import { headerOf, Refused, type StoreCall, type StoreReply, startStoreServer } from './server.ts'

export interface AzureOptions {
  readonly account: string
  /** In base64, as the portal shows it. */
  readonly key: string
  readonly container: string
  readonly certificate?: { readonly key: string; readonly cert: string }
}

const PAGE_BLOBS = 2
const tagOf = (body: Buffer): string => `0x${createHash('md5').update(body).digest('hex').toUpperCase()}`

/**
 * The part of the Blob service that writes, lists and reads block blobs, for one container: it checks Shared
 * Key signatures and shared access signatures, digests, versions and block lists as the service documents
 * them. Addresses name the account first, as those of the emulator do.
 */
export async function startAzure(options: AzureOptions) {
  const blobs = new Map<string, StoredObject>()
  const blocks = new Map<string, Map<string, Buffer>>()

  function serve(call: StoreCall): StoreReply {
    if (call.query.has('sig')) checkAccessSignature(call, options)
    else checkSharedKey(call, options)
    if (!/^20\d\d-\d\d-\d\d$/.test(headerOf(call, 'x-ms-version')))
      throw new Refused(400, 'MissingRequiredHeader')
    const md5 = call.headers['content-md5']
    if (md5 !== undefined && md5 !== createHash('md5').update(call.body).digest('base64'))
      throw new Refused(400, 'Md5Mismatch')
    const [, account, container, ...rest] = call.path.split('/')
    if (account !== options.account || container !== options.container)
      throw new Refused(404, 'ContainerNotFound', 'The specified container does not exist.')
    const name = decodeURIComponent(rest.join('/'))
    const comp = call.query.get('comp')
    if (call.method === 'GET' && comp === 'list') return list(call)
    if (call.method === 'GET') return read(name, call)
    if (call.method === 'DELETE') {
      // Refuses what is not there, or is not as it is wanted.
      read(name, call)
      blobs.delete(name)
      return { status: 202 }
    }
    if (call.method !== 'PUT') throw new Refused(405, 'UnsupportedHttpVerb')
    if (comp === 'block') return takeBlock(name, call)
    if (comp === 'blocklist') return putTogether(name, call)
    if (headerOf(call, 'x-ms-blob-type') !== 'BlockBlob') throw new Refused(400, 'MissingRequiredHeader')
    blobs.set(name, { body: call.body, headers: call.headers })
    return { status: 201 }
  }

  /** Pages are short, so that tests see more than one. */
  function list({ query }: StoreCall): StoreReply {
    if (query.get('restype') !== 'container') throw new Refused(400, 'InvalidQueryParameterValue')
    const prefix = query.get('prefix') ?? ''
    const after = query.get('marker') ?? ''
    const rest = [...blobs].filter(([name]) => name.startsWith(prefix) && name > after).sort()
    const page = rest.slice(0, PAGE_BLOBS)
    const entries = page.map(
      ([name, { body, headers, modified = 'Mon, 02 Feb 2026 03:04:05 GMT' }]) =>
        `<Blob><Name>${name.replaceAll('&', '&amp;')}</Name><Properties><Last-Modified>${modified}</Last-Modified><Etag>${tagOf(body)}</Etag><ResourceType>${headers['x-ms-meta-hdi_isfolder'] === 'true' ? 'directory' : 'file'}</ResourceType><Content-Length>${body.length}</Content-Length></Properties></Blob>`,
    )
    const next = rest.length > PAGE_BLOBS ? page.at(-1)?.[0] : ''
    const body = `\ufeff<?xml version="1.0"?><EnumerationResults><Blobs>${entries.join('')}</Blobs><NextMarker>${next}</NextMarker></EnumerationResults>`
    return { status: 200, body }
  }

  function read(name: string, call: StoreCall): StoreReply {
    const body = blobs.get(name)?.body
    if (body === undefined) throw new Refused(404, 'BlobNotFound')
    const wanted = headerOf(call, 'if-match')
    if (wanted !== '' && wanted !== tagOf(body)) throw new Refused(412, 'ConditionNotMet')
    const [, from] = /^bytes=(\d+)-$/.exec(headerOf(call, 'x-ms-range')) ?? []
    return from === undefined ? { status: 200, body } : { status: 206, body: body.subarray(Number(from)) }
  }

  function takeBlock(name: string, { query, body }: StoreCall): StoreReply {
    const id = query.get('blockid') ?? ''
    const here = blocks.get(name) ?? new Map<string, Buffer>()
    const bytes = Buffer.from(id, 'base64')
    const sameLength = [...here.keys()].every((one) => one.length === id.length)
    if (bytes.length === 0 || bytes.length > 64 || bytes.toString('base64') !== id || !sameLength)
      throw new Refused(400, 'InvalidQueryParameterValue')
    if (body.length === 0) throw new Refused(400, 'InvalidHeaderValue')
    blocks.set(name, here.set(id, body))
    return { status: 201 }
  }

  function putTogether(name: string, { body, headers }: StoreCall): StoreReply {
    const ids = [...body.toString().matchAll(/<Latest>([^<]+)<\/Latest>/g)].map(([, id]) => id ?? '')
    const parts = ids.map((id) => {
      const part = blocks.get(name)?.get(id)
      if (part === undefined) throw new Refused(400, 'InvalidBlockList')
      return part
    })
    blobs.set(name, { body: Buffer.concat(parts), headers })
    blocks.delete(name)
    return { status: 201 }
  }

  const refuse = ({ status, code, message }: Refused): StoreReply => ({
    status,
    headers: { 'content-type': 'application/xml', 'x-ms-error-code': code },
    body: `\ufeff<?xml version="1.0" encoding="utf-8"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`,
  })
  const server = await startStoreServer({ serve, refuse, certificate: options.certificate })
  return Object.assign(server, { blobs, blocks })
}

const standard = [
  'content-encoding',
  'content-language',
  'content-length',
  'content-md5',
  'content-type',
  'date',
  'if-modified-since',
  'if-match',
  'if-none-match',
  'if-unmodified-since',
  'range',
]

function checkSharedKey(call: StoreCall, { account, key }: AzureOptions): void {
  const age = Math.abs(Date.parse(headerOf(call, 'x-ms-date')) - Date.now())
  if (!(age < 15 * 60_000)) throw new Refused(403, 'AuthenticationFailed')
  const values = standard.map((name) => {
    const value = headerOf(call, name)
    return name === 'content-length' && value === '0' ? '' : value
  })
  const own = Object.keys(call.headers)
    .filter((name) => name.startsWith('x-ms-'))
    .sort()
    .map((name) => `${name}:${headerOf(call, name)}`)
  const names = [...new Set([...call.query.keys()].map((name) => name.toLowerCase()))].sort()
  const resource = [`/${account}${call.path}`, ...names.map((name) => `${name}:${call.query.getAll(name)}`)]
  const text = [call.method, ...values, ...own, ...resource].join('\n')
  if (headerOf(call, 'authorization') !== `SharedKey ${account}:${signed(text, key)}`)
    throw new Refused(403, 'AuthenticationFailed', 'Server failed to authenticate the request.')
}

const signed = (text: string, key: string): string =>
  createHmac('sha256', Buffer.from(key, 'base64')).update(text).digest('base64')

/** A service SAS for the container, until `expires`; it allows to create and write unless stated. */
export function accessSignature(options: AzureOptions, expires: Date, sp = 'cw'): string {
  const fields = { sp, se: expires.toISOString().replace(/\.\d+/, ''), sv: '2022-11-02', sr: 'c' }
  const query = new URLSearchParams(fields)
  query.set('sig', signed(accessText(query, options), options.key))
  return `?${query}`
}

function accessText(query: URLSearchParams, { account, container }: AzureOptions): string {
  const said = (name: string) => query.get(name) ?? ''
  const resource = `/blob/${account}/${container}`
  const early = ['sp', 'st', 'se'].map(said)
  const late = ['si', 'sip', 'spr', 'sv', 'sr', 'snapshot', 'ses', 'rscc', 'rscd', 'rsce', 'rscl', 'rsct']
  return [...early, resource, ...late.map(said)].join('\n')
}

function checkAccessSignature({ query, method }: StoreCall, options: AzureOptions): void {
  const fits = query.get('sig') === signed(accessText(query, options), options.key)
  if (!fits || Date.parse(query.get('se') ?? '') < Date.now()) throw new Refused(403, 'AuthenticationFailed')
  const needed = method !== 'GET' ? 'w' : query.get('comp') === 'list' ? 'l' : 'r'
  if (!query.get('sp')?.includes(needed)) throw new Refused(403, 'AuthorizationPermissionMismatch')
}
