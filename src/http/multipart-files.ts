import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { Problem } from '../lib/problem.ts'
import { admitStill } from './admission.ts'
import type { Server } from './server.ts'

/** Limits of an upload; `noun` begins the sentence about files that are too large together. */
export interface MultipartLimits {
  readonly noun: string
  readonly files: number
  readonly fileBytes: number
  readonly bytes: number
}

/** What a client uploaded: text files by their paths, and what was left out, with the reason. */
export interface MultipartFiles {
  readonly files: readonly { readonly path: string; readonly content: string }[]
  readonly ignored: readonly { readonly name: string; readonly reason: string }[]
}

/** Why a file is left out; undefined when it is kept. Without content it is no text. */
type IgnoredReason = (path: string, content: string | undefined) => string | undefined

/** What is read of one request, with what is ignored of it. */
const uploadBytes = ({ bytes }: MultipartLimits): number => 4 * bytes

/** Lets the routes that `add` adds, and no others, take multipart bodies. */
export async function acceptMultipart(
  app: Server,
  limits: MultipartLimits,
  add: (scope: Server) => void,
): Promise<void> {
  await app.register(async (plugin) => {
    const scope = plugin as unknown as Server
    await scope.register(multipart, {
      // A plain field would be kept whole, and cut without a word where it is too large.
      isPartAFile: () => true,
      limits: { fieldNameSize: 1_000, fileSize: uploadBytes(limits), parts: limits.files },
    })
    add(scope)
  })
}

/**
 * Reads the parts of a request as files once it is called. Another media type is refused at once, and a
 * caller that lost its rights while it sent them in the end.
 */
export function readMultipartFiles(
  request: FastifyRequest,
  limits: MultipartLimits,
  ignoredReason: IgnoredReason,
): () => Promise<MultipartFiles> {
  if (!request.isMultipart())
    throw new Problem('unsupported-media-type', 'Send the files as multipart/form-data')
  return async () => {
    const files = await readParts(request, limits, ignoredReason)
    await admitStill(request)
    return files
  }
}

/** The parts of the body as files. */
async function readParts(
  request: FastifyRequest,
  limits: MultipartLimits,
  ignoredReason: IgnoredReason,
): Promise<MultipartFiles> {
  const files: MultipartFiles['files'][number][] = []
  const ignored: MultipartFiles['ignored'][number][] = []
  const mostRead = uploadBytes(limits)
  let bytesRead = 0
  let bytesKept = 0
  const spend = (bytes: number) => {
    bytesRead += bytes
    if (bytesRead >= mostRead) throw tooLarge('An upload', mostRead)
  }
  for await (const part of request.files()) {
    const path = nameOf(part)
    const text = await textIn(part, spend, limits.fileBytes)
    const reason = ignoredReason(path, text)
    if (reason === undefined) {
      bytesKept += Buffer.byteLength(text!)
      if (bytesKept > limits.bytes) throw tooLarge(limits.noun, limits.bytes)
      files.push({ path, content: text! })
    } else ignored.push({ name: path, reason })
  }
  return { files, ignored }
}

/**
 * Clients write quotes and line ends as the Fetch standard says, which they do not do with the percent sign
 * itself.
 */
const nameOf = ({ fieldname }: MultipartFile): string =>
  fieldname.replace(/%(?:22|0A|0D)/g, (written) => decodeURIComponent(written))

const tooLarge = (what: string, most: number) =>
  new Problem('payload-too-large', `${what} has at most ${most / 1024 / 1024} MiB`)

/**
 * The text of a file; undefined when it is none, however large. A text that is too large is refused at once:
 * what comes of it is not waited for, and still taken off the connection.
 */
async function textIn(
  part: MultipartFile,
  spend: (bytes: number) => void,
  mostBytes: number,
): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  let isText = true
  try {
    for await (const chunk of part.file.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      spend(chunk.length)
      bytes += chunk.length
      if (!isText) continue
      chunks.push(chunk)
      if (bytes <= mostBytes) continue
      isText = textOf(Buffer.concat(chunks), true) !== undefined
      if (isText) throw tooLarge(`The file ${nameOf(part)}`, mostBytes)
      chunks.length = 0
    }
  } catch (error) {
    part.file.resume()
    throw error
  }
  return isText ? textOf(Buffer.concat(chunks), false) : undefined
}

/** Undefined for what is not UTF-8 text, or has U+0000. The last character of a beginning may be half. */
function textOf(bytes: Buffer, isBeginning: boolean): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isBeginning })
    return text.includes('\u0000') ? undefined : text
  } catch {
    return undefined
  }
}
