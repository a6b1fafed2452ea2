import { type FileHandle, open } from 'node:fs/promises'
import { LRUCache } from 'lru-cache'
import { ContentError } from '../../file-load/decode.ts'
import { textReader } from './text.ts'
import { readXml } from './xml.ts'

/** Texts that lie together in the file are read and held together. */
const PAGE_TEXTS = 256
const PAGE_CHARACTERS = 64 * 1024
const HELD_CHARACTERS = 24 * 1024 * 1024

/**
 * The texts that cells of a workbook share. They are in a file of the step: there may be as many as cells,
 * and more than fit into memory.
 */
export interface SharedStrings {
  /**
   * The text at `index`; a promise of it where it has to be read. Throws ContentError for an invalid index.
   */
  at(index: number): string | Promise<string>
  close(): Promise<void>
}

interface Page {
  /** The index of its first text. */
  readonly first: number
  readonly from: number
  readonly bytes: number
}

export const noSharedStrings: SharedStrings = {
  at: (index) => missing(index),
  close: async () => undefined,
}

/** Copies the texts of the part `name` to `path`. */
export async function openSharedStrings(
  name: string,
  bytes: AsyncIterable<Buffer>,
  { path, signal }: { readonly path: string; readonly signal: AbortSignal },
): Promise<SharedStrings> {
  const file = await open(path, 'w+', 0o600)
  try {
    const pages = await copy(name, bytes, { file, signal })
    return reading(file, pages)
  } catch (error) {
    await file.close()
    throw error
  }
}

async function copy(
  name: string,
  bytes: AsyncIterable<Buffer>,
  { file, signal }: { readonly file: FileHandle; readonly signal: AbortSignal },
): Promise<readonly Page[]> {
  const pages: Page[] = []
  const texts = textReader()
  let page: string[] = []
  let characters = 0
  let lines: string[] = []
  let from = 0
  let count = 0

  function endPage(): void {
    const line = JSON.stringify(page)
    const size = Buffer.byteLength(line)
    pages.push({ first: count, from, bytes: size })
    lines.push(line)
    from += size
    count += page.length
    page = []
    characters = 0
  }
  function add(text: string): void {
    page.push(text)
    characters += text.length
    if (page.length === PAGE_TEXTS || characters >= PAGE_CHARACTERS) endPage()
  }
  const handlers = {
    open(element: string) {
      if (element === 'si') texts.begin()
      else texts.open(element)
    },
    text: texts.text,
    close(element: string) {
      if (element === 'si') add(texts.end())
      else texts.close(element)
    },
  }
  async function write(): Promise<void> {
    if (lines.length === 0) return
    const text = lines.join('')
    lines = []
    await file.appendFile(text)
  }
  for await (const _ of readXml(name, bytes, handlers)) {
    signal.throwIfAborted()
    await write()
  }
  endPage()
  await write()
  return pages
}

function reading(file: FileHandle, pages: readonly Page[]): SharedStrings {
  const held = new LRUCache<number, readonly string[]>({
    maxSize: HELD_CHARACTERS,
    sizeCalculation: (texts) => texts.reduce((sum, text) => sum + text.length + 16, 1),
  })

  async function fetched(number: number, index: number): Promise<string> {
    const { from, bytes, first } = pages[number] ?? missing(index)
    const { buffer } = await file.read(Buffer.allocUnsafe(bytes), 0, bytes, from)
    const texts = JSON.parse(buffer.toString()) as readonly string[]
    held.set(number, texts)
    return texts[index - first] ?? missing(index)
  }

  return {
    at(index) {
      const number = pageOf(pages, index)
      const texts = held.get(number)
      const first = pages[number]?.first ?? 0
      return texts === undefined ? fetched(number, index) : (texts[index - first] ?? missing(index))
    },
    close: () => file.close(),
  }
}

/** The last page that begins at `index` or before it. */
function pageOf(pages: readonly Page[], index: number): number {
  let [low, high] = [0, pages.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((pages[middle]?.first ?? 0) <= index) low = middle
    else high = middle - 1
  }
  return low
}

function missing(index: number): never {
  throw new ContentError(`a cell has the shared text ${index}, which the workbook does not have`)
}
