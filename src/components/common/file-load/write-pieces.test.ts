import { mkdtemp, readdir, readFile, rm, stat, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readFormat } from './file-format.ts'
import { NotPlainError, plainRecords } from './plain-csv.ts'
import { writePieces } from './write-pieces.ts'

async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'write-pieces-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

/** The files that a text becomes, which arrives in parts of so many bytes. */
async function piecesOf(
  text: string,
  partBytes: number,
  pieceBytes: number,
  { folder, maxBytes = Number.MAX_SAFE_INTEGER }: { folder?: string; maxBytes?: number } = {},
): Promise<readonly string[]> {
  async function* parts() {
    for (let at = 0; at < text.length; at += partBytes) yield Buffer.from(text.slice(at, at + partBytes))
  }
  const { format } = readFormat({ fieldOptionallyEnclosed: '"' } as never)
  const records = plainRecords(parts(), format, ['bigint', 'text'])
  const { signal } = new AbortController()
  const path = join(folder ?? (await aFolder()), '0')
  const { paths, bytes } = await writePieces(records, path, { signal, maxBytes, pieceBytes })
  expect(bytes).toBe(text.length)
  return Promise.all(paths.map((path) => readFile(path, 'utf8')))
}

const recordsOf = (count: number, body: string) =>
  Array.from({ length: count }, (_, index) => `${index},${body}\n`).join('')

test.each([
  ['plain', 'x'.repeat(700)],
  ['quoted, with lines and commas in them', `"${'x\n""y"",\n'.repeat(80)}"`],
])('long rows are in pieces of whole records: %s', async (_, body) => {
  for (const partBytes of [7, 640, 5_000]) {
    const text = recordsOf(40, body)
    const pieces = await piecesOf(text, partBytes, 4_000)
    expect(pieces.join('')).toBe(text)
    expect(pieces.length).toBeGreaterThan(2)
    for (const piece of pieces) {
      expect(piece.length).toBeLessThan(4_000 + partBytes + 2 * body.length)
      expect(piece).toMatch(/^(\d+,("([^"]|"")*"|x+)\n)*$/)
    }
  }
})

test('a last record without an end, and texts of another form, are all there', async () => {
  const text = `${recordsOf(20, 'x'.repeat(600))}many,words\n${recordsOf(20, 'y'.repeat(600))}7,end`
  const pieces = await piecesOf(text, 300, 2_000)
  expect(pieces.join('')).toBe(text)
  expect(pieces.length).toBeGreaterThan(3)
  for (const piece of pieces.slice(0, -1)) expect(piece).toMatch(/^(\w+,\w+\n)+$/)
})

test('short rows are one file: an engine writes what it has gathered of them', async () => {
  const text = '1,\n'.repeat(500_000)
  expect(await piecesOf(text, 64_000, 400_000)).toEqual([text])
})

test('a text that is longer than there is room for is written no further', async () => {
  const folder = await aFolder()
  const text = recordsOf(1_000, 'x'.repeat(60))
  await expect(piecesOf(text, 500, 2_000, { folder, maxBytes: 5_000 })).rejects.toThrow(NotPlainError)
  const written = await Promise.all((await readdir(folder)).map((name) => stat(join(folder, name))))
  expect(written.reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(5_000)
  expect(await piecesOf(text, 500, 100_000, { maxBytes: text.length })).toEqual([text])
})

test.skipIf(process.platform !== 'linux').each([
  ['the last part', 1_000_000],
  ['a part before others', 500],
])('a disk that is full fails, also at %s', async (_, partBytes) => {
  const folder = await aFolder()
  await symlink('/dev/full', join(folder, '0-0'))
  const pieces = piecesOf(recordsOf(40, 'x'.repeat(60)), partBytes, 1_000_000, { folder })
  await expect(pieces).rejects.toMatchObject({ code: 'ENOSPC' })
})
