import { createHash, createHmac, randomUUID } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { headerOf, Refused, type StoreCall, type StoreReply, startStoreServer } from './server.ts'

/** The smallest part that S3 and Google Cloud Storage put together, but for the last one. */
const LEAST_PART_BYTES = 5 * 1024 * 1024
const PAGE_KEYS = 2

export interface S3Options {
  readonly bucket: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string
  /** Accepts a bearer token instead of a signature, as Google's XML API does. */
  readonly acceptsToken?: (token: string) => boolean
  readonly certificate?: { readonly key: string; readonly cert: string }
  /** Lists names as they are, whatever it is asked for, as some stores do. */
  readonly encodesNoNames?: boolean
}

export interface StoredObject {
  readonly body: Buffer
  readonly headers: StoreCall['headers']
  /** Of an object that was put together; one that came whole has that of its bytes. */
  readonly tag?: string
  /** As lists say it; a fixed instant by default. */
  readonly modified?: string
}

interface Upload {
  readonly key: string
  readonly headers: StoreCall['headers']
  readonly parts: Map<number, Buffer>
}

/**
 * The part of the S3 API that writes, lists and reads objects, path-style, for one bucket: it checks
 * signatures, digests, sizes and order of parts as S3 documents them, and refuses what S3 refuses.
 */
export async function startS3(options: S3Options) {
  const objects = new Map<string, StoredObject>()
  const uploads = new Map<string, Upload>()

  function serve(call: StoreCall): StoreReply {
    authorize(call, options)
    checkDigest(call)
    const [, bucket, ...rest] = call.path.split('/')
    if (bucket !== options.bucket) throw new Refused(404, 'NoSuchBucket')
    const key = decodeURIComponent(rest.join('/'))
    const { method, query } = call
    const uploadId = query.get('uploadId')
    if (method === 'POST' && query.has('uploads')) return begin(key, call)
    if (method === 'PUT' && uploadId !== null) return takePart(uploadOf(uploadId, key), call)
    if (method === 'POST' && uploadId !== null) return complete(uploadOf(uploadId, key), uploadId, call)
    if (method === 'DELETE' && uploadId !== null) {
      uploadOf(uploadId, key)
      uploads.delete(uploadId)
      return { status: 204 }
    }
    if (method === 'GET' && query.get('list-type') === '2') return list(call)
    if (method === 'GET' || method === 'HEAD') return read(key, call)
    if (method === 'DELETE') {
      objects.delete(key)
      return { status: 204 }
    }
    if (method !== 'PUT') throw new Refused(405, 'MethodNotAllowed')
    objects.set(key, { body: call.body, headers: call.headers })
    return { status: 200, headers: { etag: tagOf(call.body) } }
  }

  /** Pages are short, so that tests see more than one. */
  function list({ query }: StoreCall): StoreReply {
    const prefix = query.get('prefix') ?? ''
    const after = query.get('continuation-token') ?? query.get('start-after') ?? ''
    const rest = [...objects].filter(([key]) => key.startsWith(prefix) && key > after).sort()
    const page = rest.slice(0, PAGE_KEYS)
    const encodes = query.get('encoding-type') === 'url' && options.encodesNoNames !== true
    const written = (key: string) => (encodes ? encodeURIComponent(key).replaceAll('%20', '+') : inXml(key))
    const contents = page.map(
      ([key, { body, tag = tagOf(body), modified = '2026-02-02T03:04:05.000Z' }]) =>
        `<Contents><Key>${written(key)}</Key><LastModified>${modified}</LastModified><ETag>${tag.replaceAll('"', '&quot;')}</ETag><Size>${body.length}</Size></Contents>`,
    )
    const hasMore = rest.length > PAGE_KEYS
    const next = `<NextContinuationToken>${inXml(page.at(-1)?.[0] ?? '')}</NextContinuationToken>`
    const encoding = encodes ? '<EncodingType>url</EncodingType>' : ''
    const about = `${encoding}<IsTruncated>${hasMore}</IsTruncated>${hasMore ? next : ''}`
    return {
      status: 200,
      body: `<?xml version="1.0"?><ListBucketResult>${about}${contents.join('')}</ListBucketResult>`,
    }
  }

  function read(key: string, call: StoreCall): StoreReply {
    const stored = objects.get(key)
    if (stored === undefined) throw new Refused(404, 'NoSuchKey')
    const { body, tag = tagOf(body) } = stored
    const encoding = stored.headers['content-encoding']
    // Google unpacks what is stored packed, for those who do not say that they could.
    if (options.acceptsToken && encoding === 'gzip' && !headerOf(call, 'accept-encoding').includes('gzip'))
      return { status: 200, body: gunzipSync(body) }
    const wanted = headerOf(call, 'if-match')
    if (wanted !== '' && wanted !== tag) throw new Refused(412, 'PreconditionFailed')
    const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(headerOf(call, 'range')) ?? []
    const headers = {
      etag: tag,
      'last-modified': 'Mon, 02 Feb 2026 03:04:05 GMT',
      'accept-ranges': 'bytes',
      ...(encoding && { 'content-encoding': encoding }),
    }
    if (from === undefined) return whole(call, headers, body)
    const part = body.subarray(Number(from), to === '' ? undefined : Number(to) + 1)
    if (part.length === 0) throw new Refused(416, 'InvalidRange')
    const range = `bytes ${from}-${Number(from) + part.length - 1}/${body.length}`
    return { status: 206, headers: { ...headers, 'content-range': range }, body: part }
  }

  /** HEAD has the headers of GET, and no body. */
  const whole = ({ method }: StoreCall, headers: Record<string, string>, body: Buffer): StoreReply =>
    method === 'HEAD'
      ? { status: 200, headers: { ...headers, 'content-length': String(body.length) } }
      : { status: 200, headers, body }

  function begin(key: string, { headers }: StoreCall): StoreReply {
    const id = `${randomUUID()}.&~`
    uploads.set(id, { key, headers, parts: new Map() })
    const shown = id.replaceAll('&', '&amp;')
    const body = `<?xml version="1.0"?><InitiateMultipartUploadResult><UploadId>${shown}</UploadId></InitiateMultipartUploadResult>`
    return { status: 200, body }
  }

  function uploadOf(id: string, key: string): Upload {
    const upload = uploads.get(id)
    if (upload?.key !== key) throw new Refused(404, 'NoSuchUpload')
    return upload
  }

  function takePart({ parts }: Upload, { query, body }: StoreCall): StoreReply {
    const number = Number(query.get('partNumber'))
    if (!(number >= 1 && number <= 10_000)) throw new Refused(400, 'InvalidArgument')
    parts.set(number, body)
    return { status: 200, headers: { etag: tagOf(body) } }
  }

  function complete({ key, headers, parts }: Upload, id: string, { body }: StoreCall): StoreReply {
    const listed = [...body.toString().matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, part = '']) => ({
      number: Number(/<PartNumber>(\d+)</.exec(part)?.[1]),
      tag: (/<ETag>([^<]*)</.exec(part)?.[1] ?? '').replaceAll('&quot;', '"'),
    }))
    if (listed.length === 0) throw new Refused(400, 'MalformedXML')
    if (listed.some(({ number }, index) => index > 0 && number <= listed[index - 1]!.number))
      throw new Refused(400, 'InvalidPartOrder')
    const bodies = listed.map(({ number, tag }) => {
      const part = parts.get(number)
      if (part === undefined || tagOf(part) !== tag) throw new Refused(400, 'InvalidPart')
      return part
    })
    if (bodies.slice(0, -1).some(({ length }) => length < LEAST_PART_BYTES))
      throw new Refused(400, 'EntityTooSmall')
    const digests = bodies.map((part) => createHash('md5').update(part).digest())
    const digest = createHash('md5').update(Buffer.concat(digests)).digest('hex')
    objects.set(key, { body: Buffer.concat(bodies), headers, tag: `"${digest}-${bodies.length}"` })
    uploads.delete(id)
    return { status: 200, body: '<CompleteMultipartUploadResult></CompleteMultipartUploadResult>' }
  }

  const refuse = ({ status, code, message }: Refused): StoreReply => ({
    status,
    headers: { 'content-type': 'application/xml' },
    body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`,
  })
  const server = await startStoreServer({ serve, refuse, certificate: options.certificate })
  return Object.assign(server, { objects, uploads })
}

const inXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('\r', '&#13;')

const tagOf = (body: Buffer): string => `"${createHash('md5').update(body).digest('hex')}"`

function checkDigest(call: StoreCall): void {
  const md5 = call.headers['content-md5']
  if (md5 !== undefined && md5 !== createHash('md5').update(call.body).digest('base64'))
    throw new Refused(400, 'BadDigest')
}

function authorize(call: StoreCall, options: S3Options): void {
  const given = headerOf(call, 'authorization')
  if (options.acceptsToken !== undefined && given.startsWith('Bearer ')) {
    if (!options.acceptsToken(given.slice('Bearer '.length))) throw new Refused(401, 'AuthenticationRequired')
    return
  }
  const [, keyId, scope = '', signed = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\S+), SignedHeaders=(\S+), Signature=([0-9a-f]{64})$/.exec(
      given,
    ) ?? []
  if (keyId === undefined) throw new Refused(403, 'AccessDenied')
  if (keyId !== options.accessKeyId) throw new Refused(403, 'InvalidAccessKeyId')
  if ((call.headers['x-amz-security-token'] ?? '') !== (options.sessionToken ?? ''))
    throw new Refused(400, 'InvalidToken')
  const date = headerOf(call, 'x-amz-date')
  checkTime(date)
  if (scope !== `${date.slice(0, 8)}/${options.region}/s3/aws4_request`)
    throw new Refused(400, 'AuthorizationHeaderMalformed')
  const names = signed.split(';')
  const mustBeSigned = ['host', ...Object.keys(call.headers).filter((name) => name.startsWith('x-amz-'))]
  if (mustBeSigned.some((name) => !names.includes(name))) throw new Refused(403, 'AccessDenied')
  if (headerOf(call, 'x-amz-content-sha256') !== createHash('sha256').update(call.body).digest('hex'))
    throw new Refused(400, 'XAmzContentSHA256Mismatch')
  if (signature !== signatureOf(call, { date, scope, names }, options.secretAccessKey))
    throw new Refused(403, 'SignatureDoesNotMatch')
}

function checkTime(date: string): void {
  const at = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  if (!(Math.abs(at - Date.now()) < 15 * 60_000)) throw new Refused(403, 'RequestTimeTooSkewed')
}

/** AWS Signature Version 4, from the bytes on the wire. */
function signatureOf(
  call: StoreCall,
  { date, scope, names }: { date: string; scope: string; names: readonly string[] },
  secret: string,
): string {
  const encode = (text: string) =>
    encodeURIComponent(text).replaceAll(
      /[!'()*]/g,
      (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
    )
  const query = [...call.query].map(([name, value]) => `${encode(name)}=${encode(value)}`).sort()
  const canonical = [
    call.method,
    call.path,
    query.join('&'),
    ...names.map((name) => `${name}:${headerOf(call, name).trim().replaceAll(/ +/g, ' ')}`),
    '',
    names.join(';'),
    headerOf(call, 'x-amz-content-sha256'),
  ].join('\n')
  const text = ['AWS4-HMAC-SHA256', date, scope, createHash('sha256').update(canonical).digest('hex')].join(
    '\n',
  )
  const key = scope.split('/').reduce((one: string | Buffer, part) => hmac(one, part), `AWS4${secret}`)
  return hmac(key, text).toString('hex')
}

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
