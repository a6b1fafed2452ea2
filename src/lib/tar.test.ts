import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readTar, TarError, tarEnd, tarHeader, tarPadding } from './tar.ts'

const long = `${'folder/'.repeat(30)}Grüße 水.txt`
const files = [
  { path: 'empty', mode: 0o600, content: '' },
  { path: ' a name between blanks ', mode: 0o600, content: 'z' },
  { path: long, mode: 0o644, content: 'x'.repeat(513) },
  { path: 'a/whole-block', mode: 0o700, content: 'y'.repeat(512) },
]

const archive = (): Buffer =>
  Buffer.concat([
    ...files.flatMap(({ path, mode, content }) => [
      tarHeader({ path, mode, size: content.length }, new Date(0)),
      Buffer.from(content),
      tarPadding(content.length),
    ]),
    tarEnd,
  ])

/** In pieces that end anywhere. */
async function* inPieces(bytes: Buffer, length: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length)
}

async function read(bytes: Buffer, pieceLength = 100) {
  const found: typeof files = []
  for await (const { path, mode, body } of readTar(inPieces(bytes, pieceLength)))
    found.push({ path, mode, content: Buffer.concat(await Array.fromAsync(body)).toString() })
  return found
}

test.each([1, 100, 1_000_000])('what was written is read again, in pieces of %i bytes', async (length) => {
  expect(await read(archive(), length)).toEqual(files)
})

test('members that the reader skips are passed over', async () => {
  const paths: string[] = []
  for await (const { path } of readTar(inPieces(archive(), 300))) paths.push(path)
  expect(paths).toEqual(files.map(({ path }) => path))
})

test('sizes beyond what the plain header holds are kept', async () => {
  const size = 9 * 1024 ** 3
  const members = readTar(inPieces(tarHeader({ path: 'large', mode: 0o600, size }, new Date(0)), 512))
  expect((await members.next()).value).toMatchObject({ path: 'large', size })
})

test.each([
  ['no tar file', Buffer.alloc(1024, 'no tar'), 'is not a tar file, or is damaged'],
  ['a cut header', archive().subarray(0, 300), 'ends too early'],
  ['a cut file', archive().subarray(0, 512 + 1024 + 1_600), 'ends too early'],
  ['no end', archive().subarray(0, -1024), 'ends too early'],
])('%s is refused', async (_, bytes, message) => {
  await expect(read(bytes)).rejects.toThrow(new TarError(message))
})

test('the system program reads it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'headrace-tar-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'it.tar'), archive())
  execFileSync('tar', ['-xf', 'it.tar'], { cwd: folder })
  for (const { path, content } of files) expect(await readFile(join(folder, path), 'utf8')).toBe(content)
})
