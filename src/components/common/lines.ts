import { StringDecoder } from 'node:string_decoder'

/** What is longer is cut: a program that never ends its line must not fill the memory. */
const MAX_LINE_CHARACTERS = 32_768

/**
 * Hands out the lines of an output one after another; the source is not read on while `onLine` has not
 * resolved. A last line without end counts. A source that breaks off or is destroyed ends the lines and is no
 * error.
 *
 * Of a very long line its beginning is handed out, in one piece, and how much was cut: a secret that lies
 * across the end of a piece would not be recognized.
 */
export async function readLines(
  source: AsyncIterable<Buffer>,
  onLine: (line: string) => Promise<void>,
): Promise<void> {
  const decoder = new StringDecoder('utf8')
  let kept = ''
  let cut = 0

  function keep(text: string): void {
    const room = MAX_LINE_CHARACTERS - kept.length
    kept += text.slice(0, room)
    cut += Math.max(0, text.length - room)
  }

  function take(): string {
    const line = cut === 0 ? withoutReturn(kept) : `${kept}… (${cut} characters cut)`
    kept = ''
    cut = 0
    return line
  }

  for await (const chunk of untilClosed(source)) {
    const [first, ...others] = decoder.write(chunk).split('\n')
    keep(first!)
    for (const next of others) {
      await onLine(take())
      keep(next)
    }
  }
  keep(decoder.end())
  if (kept !== '') await onLine(take())
}

async function* untilClosed(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* source
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  }
}

const withoutReturn = (line: string): string => (line.endsWith('\r') ? line.slice(0, -1) : line)
