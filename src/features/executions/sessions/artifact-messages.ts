import { mebibytes } from '../../../lib/mebibytes.ts'
import { MAX_FRAME_BYTES, MAX_MESSAGE_BYTES, type ToRunner } from '../../../protocol/messages.ts'
import { MAX_CHARACTER_BYTES } from './oversized.ts'

interface File {
  readonly path: string
  readonly content: string
}

/** Half a frame: texts grow when they are written as JSON. */
const MAX_MESSAGE_CHARACTERS = MAX_FRAME_BYTES / 2
/** Of a message, beside its files. */
const ENVELOPE_BYTES = 1_024
/** What is written as `\u0001` or the like, and is not in usual texts. */
const controlCharacter = /[^\P{Cc}\t\n\r]/u

/**
 * The files of an artifact in as many messages as they need, the last one marked. A refusal if a file does
 * not fit into a message, for control characters take six times as much in JSON: a message that is too large
 * ends the runner's connection, again and again.
 */
export function artifactMessages(artifact: string, files: readonly File[]): ToRunner[] {
  const groups: File[][] = [[]]
  let characters = 0
  for (const { path, content } of files) {
    const growth = controlCharacter.test(content) ? MAX_CHARACTER_BYTES : 1
    const size = path.length + content.length * growth
    const bytes = size > MAX_FRAME_BYTES ? Buffer.byteLength(JSON.stringify({ path, content })) : 0
    if (bytes > MAX_MESSAGE_BYTES - ENVELOPE_BYTES) {
      const reason = `${path} takes ${mebibytes(bytes)} as JSON, because of its control characters: publish the version without it`
      return [{ kind: 'artifact-refused', artifact, reason }]
    }
    if (characters > 0 && characters + size > MAX_MESSAGE_CHARACTERS) {
      groups.push([])
      characters = 0
    }
    groups.at(-1)!.push({ path, content })
    characters += size
  }
  return groups.map((group, i) => ({
    kind: 'artifact',
    artifact,
    files: group,
    last: i === groups.length - 1,
  }))
}
