import { isText, listTree, readBlobs, type TreeEntry, textOf } from '../../git/content.ts'
import { Problem } from '../../lib/problem.ts'
import { isPublished } from '../../pipeline/names.ts'
import { MAX_ARTIFACT_BYTES, MAX_ARTIFACT_FILE_BYTES, MAX_ARTIFACT_FILES } from '../artifacts/schema.ts'
import { ignoredReason, pathObjections, type Upload } from '../artifacts/service.ts'

/** Blobs that are in memory at once. */
const MAX_PORTION_BYTES = 4 * MAX_ARTIFACT_FILE_BYTES

/**
 * The files of a commit that make a version, and those that are left out although they are not hidden. The limits of a
 * version are limits of its texts: beyond them this throws `payload-too-large`.
 */
export async function readFilesAt(folder: string, commit: string): Promise<Upload> {
  const tree = (await listTree(folder, commit)).filter(
    ({ path, kind }) => kind === 'file' && isPublished(path),
  )
  const files: Upload['files'][number][] = []
  const { ignored, readable } = await sift(folder, tree)
  let total = 0
  for (const some of portionsOf(readable)) {
    const oids = some.map(({ oid }) => oid)
    const blobs = await readBlobs(folder, oids, MAX_PORTION_BYTES)
    for (const [i, { path, bytes }] of some.entries()) {
      const content = textOf(blobs[i]!)
      const reason = ignoredReason(path, content)
      if (reason !== undefined) {
        ignored.push({ name: path, reason })
        continue
      }
      files.push({ path, content: content! })
      total += bytes
      if (files.length > MAX_ARTIFACT_FILES || total > MAX_ARTIFACT_BYTES) throw tooMuchText()
    }
  }
  return { files, ignored }
}

/** Divides files into those to be read and those that are left out for their path, or are too large and no text. */
async function sift(folder: string, tree: readonly TreeEntry[]) {
  const readable: TreeEntry[] = []
  const ignored: Upload['ignored'][number][] = []
  const objections = pathObjections(tree.map(({ path }) => path))
  for (const [i, entry] of tree.entries()) {
    const { path, oid, bytes } = entry
    if (objections[i] !== undefined) ignored.push({ name: path, reason: `its path ${objections[i]}` })
    else if (bytes <= MAX_ARTIFACT_FILE_BYTES) readable.push(entry)
    else if (await isText(folder, oid)) throw tooLarge(entry)
    else ignored.push({ name: path, reason: ignoredReason(path, undefined)! })
  }
  return { ignored, readable }
}

function portionsOf(entries: readonly TreeEntry[]): TreeEntry[][] {
  const portions: TreeEntry[][] = []
  let bytesLeft = -1
  for (const entry of entries) {
    bytesLeft -= entry.bytes
    if (bytesLeft < 0) {
      portions.push([])
      bytesLeft = MAX_PORTION_BYTES - entry.bytes
    }
    portions.at(-1)!.push(entry)
  }
  return portions
}

const tooLarge = ({ path, bytes }: TreeEntry): Problem =>
  new Problem(
    'payload-too-large',
    `${path} has ${bytes} bytes; a file of a version has at most ${MAX_ARTIFACT_FILE_BYTES}`,
  )

const tooMuchText = (): Problem =>
  new Problem(
    'payload-too-large',
    `The commit has too much text; a version has at most ${MAX_ARTIFACT_FILES} files and ${MAX_ARTIFACT_BYTES} bytes`,
  )
