import { MAX_FRAME_BYTES, type ToRunner } from '../../../protocol/messages.ts'

/** Half a frame: texts grow when they are written as JSON. */
const MAX_MESSAGE_CHARACTERS = MAX_FRAME_BYTES / 2

/** The files of an artifact in as many messages as they need, the last one marked. */
export function artifactMessages(
  artifact: string,
  files: readonly { path: string; content: string }[],
): ToRunner[] {
  const groups: { path: string; content: string }[][] = [[]]
  let characters = 0
  for (const { path, content } of files) {
    const size = path.length + content.length
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
