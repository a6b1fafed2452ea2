import { mebibytes } from '../../../lib/mebibytes.ts'
import { MAX_FRAME_BYTES, MAX_MESSAGE_BYTES, type ToRunner } from '../../../protocol/messages.ts'

interface File {
  readonly path: string
  readonly content: string
}

/** Of a message, beside its files. */
const ENVELOPE_BYTES = 1_024

/**
 * The files of an artifact in as many messages as they need, the last one marked. A refusal if a file does
 * not fit into a message, for control characters take six times as much in JSON: a message that is too large
 * ends the runner's connection, again and again.
 */
export function artifactMessages(artifact: string, files: readonly File[]): ToRunner[] {
  const groups: File[][] = [[]]
  let taken = 0
  for (const { path, content } of files) {
    const bytes = Buffer.byteLength(JSON.stringify({ path, content }))
    if (bytes > MAX_MESSAGE_BYTES - ENVELOPE_BYTES) {
      const reason = `${path} takes ${mebibytes(bytes)} as JSON, because of its control characters: publish the version without it`
      return [{ kind: 'artifact-refused', artifact, reason }]
    }
    if (taken > 0 && taken + bytes > MAX_FRAME_BYTES) {
      groups.push([])
      taken = 0
    }
    groups.at(-1)!.push({ path, content })
    taken += bytes
  }
  return groups.map((group, i) => ({
    kind: 'artifact',
    artifact,
    files: group,
    last: i === groups.length - 1,
  }))
}
