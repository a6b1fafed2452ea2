import { readdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { deflateRawSync, inflateRawSync } from 'node:zlib'

/** Rows 1 to 4, of which the second was deleted: written by PyIceberg for another place. */
const table = resolve('test/support/foreign-tables/iceberg')
const WRITTEN = 'file:///tmp/warehouse/shop/orders'

/**
 * The files of that table as they would be at `place`, by their keys below it. Both places have the same
 * length.
 */
export async function icebergTableAt(place: string): Promise<ReadonlyMap<string, Buffer>> {
  if (place.length !== WRITTEN.length) throw new Error(`${place} is not as long as ${WRITTEN}`)
  const move = (body: Buffer) => Buffer.from(body.toString('latin1').replaceAll(WRITTEN, place), 'latin1')
  const files = new Map<string, Buffer>()
  for (const one of await readdir(table, { recursive: true, withFileTypes: true })) {
    if (!one.isFile()) continue
    const path = join(one.parentPath, one.name)
    const body = await readFile(path)
    files.set(path.slice(table.length), path.endsWith('.avro') ? inAvro(body, move) : move(body))
  }
  return files
}

const SYNC_BYTES = 16

/** An Avro file whose blocks went through `change`. */
function inAvro(file: Buffer, change: (block: Buffer) => Buffer): Buffer {
  let at = 4
  const long = () => {
    let value = 0
    for (let factor = 1; ; factor *= 128) {
      const byte = file[at++] ?? 0
      value += (byte & 127) * factor
      if (byte < 128) return value % 2 === 0 ? value / 2 : -(value + 1) / 2
    }
  }
  const skip = () => {
    const length = long()
    at += length
  }
  for (let entries = long(); entries !== 0; entries = long())
    for (let texts = 0; texts < entries * 2; texts++) skip()
  at += SYNC_BYTES
  const pieces = [file.subarray(0, at)]
  while (at < file.length) {
    const begin = at
    long()
    const count = file.subarray(begin, at)
    const length = long()
    const block = deflateRawSync(change(inflateRawSync(file.subarray(at, at + length))))
    at += length
    pieces.push(count, longOf(block.length), block, file.subarray(at, at + SYNC_BYTES))
    at += SYNC_BYTES
  }
  return Buffer.concat(pieces)
}

function longOf(value: number): Buffer {
  const bytes: number[] = []
  let left = value * 2
  for (; left > 127; left = Math.floor(left / 128)) bytes.push((left % 128) + 128)
  return Buffer.from([...bytes, left])
}

export interface IcebergCatalogOfTests extends AsyncDisposable {
  readonly url: string
  /** `METHOD /path` of what was asked. */
  readonly asked: readonly string[]
}

/**
 * The part of Iceberg's REST interface that reads, on loopback: the table `shop.orders`, whose metadata is
 * `metadata`, for whoever has the token, or the client that fetches it. `handed` is what it hands out beside
 * the table.
 */
export async function startIcebergCatalog(given: {
  readonly metadata: () => string
  readonly token: string
  readonly client?: { readonly id: string; readonly secret: string }
  readonly handed?: Readonly<Record<string, string>>
}): Promise<IcebergCatalogOfTests> {
  const { metadata, token, client, handed = {} } = given
  const asked: string[] = []
  const basic = `Basic ${Buffer.from(`${client?.id}:${client?.secret}`).toString('base64')}`
  const refused = (code: number, type: string) => [code, { error: { message: `${type}: no`, type, code } }]

  function answer(method: string, url: URL, authorization: string | undefined): unknown[] {
    if (method === 'POST' && url.pathname === '/v1/oauth/tokens')
      return authorization === basic
        ? [200, { access_token: token, token_type: 'bearer', expires_in: 3600 }]
        : [401, { error: 'invalid_client', error_description: 'Client authentication failed' }]
    if (authorization !== `Bearer ${token}`) return refused(401, 'NotAuthorizedException')
    if (method !== 'GET' && method !== 'HEAD') return refused(403, 'ForbiddenException')
    switch (url.pathname) {
      case '/v1/config':
        return url.searchParams.get('warehouse') === 'sales'
          ? [200, { defaults: {}, overrides: {} }]
          : refused(404, 'NoSuchWarehouseException')
      case '/v1/namespaces':
        return [200, { namespaces: [['shop']] }]
      case '/v1/namespaces/shop':
        return [200, { namespace: ['shop'], properties: {} }]
      case '/v1/namespaces/shop/tables':
        return [200, { identifiers: [{ namespace: ['shop'], name: 'orders' }] }]
      case '/v1/namespaces/shop/tables/orders': {
        const location = /"location":\s*"([^"]*)"/.exec(metadata())?.[1]
        const at = `"metadata-location": "${location}/metadata/v1.metadata.json"`
        // As text: its numbers have more digits than those of JavaScript.
        return [200, `{${at}, "metadata": ${metadata()}, "config": ${JSON.stringify(handed)}}`]
      }
      default:
        return refused(404, 'NoSuchTableException')
    }
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    asked.push(`${request.method} ${url.pathname}`)
    request.resume()
    const [status, body] = answer(request.method ?? '', url, request.headers.authorization)
    response
      .writeHead(Number(status), { 'content-type': 'application/json' })
      .end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((ended) => server.close(ended))
    },
  }
}
