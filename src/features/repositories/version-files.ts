import { isText, listTree, readBlobs, type TreeEntry, textOf } from '../../git/content.ts'
import { Problem } from '../../lib/problem.ts'
import { isPublished } from '../../pipeline/names.ts'
import { MAX_ARTIFACT_BYTES, MAX_ARTIFACT_FILE_BYTES, MAX_ARTIFACT_FILES } from '../artifacts/schema.ts'
import { ignoredReason, pathObjections, type Upload } from '../artifacts/service.ts'

/** Blobs that are in memory at once. */
const MAX_PORTION_BYTES = 4 * MAX_ARTIFACT_FILE_BYTES
/**
 * Once so much was read that is no text, the rest is left out unread: a commit may have gigabytes of
 * pictures.
 */
const MAX_BINARY_BYTES = MAX_ARTIFACT_BYTES

const UNREAD = `was not read, because files that are not text have over ${MAX_BINARY_BYTES / 1024 / 1024} MiB`

/**
 * The files of a commit that make a version, and those that are left out although they are not hidden. The
 * limits of a version are limits of its texts: beyond them this throws `payload-too-large`.
 */
export async function readFilesAt(folder: string, commit: string): Promise<Upload> {
  const tree = (await listTree(folder, commit)).filter(
    ({ path, kind }) => kind === 'file' && isPublished(path),
  )
  const objections = pathObjections(tree.map(({ path }) => path))
  const readable = tree.filter((_, i) => objections[i] === undefined).sort(likelyTextsFirst)
  const { texts, reasons } = await readTexts(folder, readable)
  const files: Upload['files'][number][] = []
  const ignored: Upload['ignored'][number][] = []
  for (const [i, entry] of tree.entries()) {
    const { path } = entry
    const content = texts.get(entry)
    if (content !== undefined) files.push({ path, content })
    else ignored.push({ name: path, reason: reasons.get(entry) ?? `its path ${objections[i]}` })
  }
  return { files, ignored }
}

/** The contents of the files that are text, and why the others are left out. */
async function readTexts(folder: string, entries: readonly TreeEntry[]) {
  const texts = new Map<TreeEntry, string>()
  const reasons = new Map<TreeEntry, string>()
  let textBytes = 0
  let binaryBytes = 0
  for (const portion of portionsOf(entries)) {
    const isUnread = binaryBytes > MAX_BINARY_BYTES
    const contents = isUnread ? [] : await textsIn(folder, portion)
    for (const [i, entry] of portion.entries()) {
      const reason = isUnread ? UNREAD : ignoredReason(entry.path, contents[i])
      if (reason !== undefined) {
        reasons.set(entry, reason)
        binaryBytes += entry.bytes
        continue
      }
      texts.set(entry, contents[i]!)
      textBytes += entry.bytes
      if (texts.size > MAX_ARTIFACT_FILES || textBytes > MAX_ARTIFACT_BYTES) throw tooMuchText()
    }
  }
  return { texts, reasons }
}

/** The texts of a portion, in order; undefined for what is no text. */
async function textsIn(folder: string, portion: readonly TreeEntry[]): Promise<(string | undefined)[]> {
  const large = portion.find(isLarge)
  if (large === undefined) {
    const oids = portion.map(({ oid }) => oid)
    return (await readBlobs(folder, oids, MAX_PORTION_BYTES)).map(textOf)
  }
  if (await isText(folder, large.oid)) throw tooLarge(large)
  return [undefined]
}

const isLarge = ({ bytes }: TreeEntry): boolean => bytes > MAX_ARTIFACT_FILE_BYTES

/** Divides files into what is read at once; a large one is alone. */
function portionsOf(entries: readonly TreeEntry[]): TreeEntry[][] {
  const portions: TreeEntry[][] = []
  let bytesLeft = 0
  for (const entry of entries) {
    const bytes = isLarge(entry) ? MAX_PORTION_BYTES : entry.bytes
    if (bytes >= bytesLeft) {
      portions.push([])
      bytesLeft = MAX_PORTION_BYTES
    }
    portions.at(-1)!.push(entry)
    bytesLeft -= bytes
  }
  return portions
}

/** Endings of what pipelines use. It decides the order only: what a file is, its bytes say. */
const textEnding = /\.(ya?ml|json|sql|py|sh|js|r|csv|tsv|txt|md|xml|html?|toml|ini|cfg)$/i

const likelyTextsFirst = (one: TreeEntry, other: TreeEntry): number =>
  Number(textEnding.test(other.path)) - Number(textEnding.test(one.path)) || one.bytes - other.bytes

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
