import type { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'

/** Longer lines are cut in pieces: a program that never ends its line must not fill the memory. */
const MAX_LINE_CHARACTERS = 32_768

/**
 * Hands out the lines of an output one after another; the source is not read on while `onLine` has not resolved. A
 * last line without end counts. A source that breaks off or is destroyed ends the lines and is no error.
 */
export async function readLines(source: Readable, onLine: (line: string) => Promise<void>): Promise<void> {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  for await (const chunk of untilClosed(source)) {
    const lines = (rest + decoder.write(chunk)).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) await inPieces(withoutReturn(line), onLine)
    while (rest.length > MAX_LINE_CHARACTERS) {
      await onLine(rest.slice(0, MAX_LINE_CHARACTERS))
      rest = rest.slice(MAX_LINE_CHARACTERS)
    }
  }
  rest += decoder.end()
  if (rest !== '') await inPieces(withoutReturn(rest), onLine)
}

async function inPieces(line: string, onLine: (line: string) => Promise<void>): Promise<void> {
  for (let at = 0; at === 0 || at < line.length; at += MAX_LINE_CHARACTERS) {
    await onLine(line.slice(at, at + MAX_LINE_CHARACTERS))
  }
}

async function* untilClosed(source: Readable): AsyncGenerator<Buffer> {
  try {
    yield* source
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  }
}

const withoutReturn = (line: string): string => (line.endsWith('\r') ? line.slice(0, -1) : line)
