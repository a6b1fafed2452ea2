import { SaxesParser } from 'saxes'
import { ContentError } from '../../file-load/decode.ts'

/** Takes what is in a part; names are without the prefix of their namespace. */
export interface XmlHandlers {
  open(name: string, attributes: Readonly<Record<string, string>>): void
  text?(text: string): void
  close?(name: string): void
}

/** Workbooks nest a dozen elements; a file with more is made to fill the memory. */
const MAX_DEPTH = 256
/**
 * The longest text of a cell has 32,767 characters: without a tag for this long, a file is made to fill the
 * memory.
 */
const MAX_SILENT_BYTES = 16 * 1024 * 1024

/**
 * Reads a part and hands its elements to `handlers`; yields after each piece of it, so that what was made of
 * the piece can be taken before the next. Throws ContentError for what is not XML, and what a handler throws.
 */
export async function* readXml(
  name: string,
  bytes: AsyncIterable<Buffer>,
  handlers: XmlHandlers,
): AsyncGenerator<void> {
  const parser = new SaxesParser<{ xmlns: false; position: boolean }>({ xmlns: false, position: false })
  let depth = 0
  let silent = 0
  parser.on('doctype', () => {
    throw new ContentError(`${name} declares a document type, which workbooks do not have`)
  })
  parser.on('opentag', (tag) => {
    silent = 0
    if (++depth > MAX_DEPTH) throw new ContentError(`${name} nests elements more than ${MAX_DEPTH} deep`)
    handlers.open(localName(tag.name), tag.attributes)
  })
  parser.on('closetag', (tag) => {
    depth--
    silent = 0
    handlers.close?.(localName(tag.name))
  })
  if (handlers.text !== undefined) {
    parser.on('text', (text) => handlers.text?.(text))
    parser.on('cdata', (text) => handlers.text?.(text))
  }
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const parse = (work: () => void) => {
    try {
      work()
    } catch (error) {
      if (error instanceof ContentError) throw error
      throw new ContentError(`${name} cannot be read: ${(error as Error).message}`)
    }
  }
  for await (const chunk of bytes) {
    silent += chunk.length
    parse(() => parser.write(decoder.decode(chunk, { stream: true })))
    if (silent > MAX_SILENT_BYTES)
      throw new ContentError(`${name} has more than ${MAX_SILENT_BYTES} bytes without an element`)
    yield
  }
  parse(() => parser.write(decoder.decode()).close())
  yield
}

/** Reads a part whole, for those that are small. */
export async function readAllXml(
  name: string,
  bytes: AsyncIterable<Buffer>,
  handlers: XmlHandlers,
): Promise<void> {
  for await (const _ of readXml(name, bytes, handlers));
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)
