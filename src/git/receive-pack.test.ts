import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { changesBetween, watchPush } from './receive-pack.ts'

const [a, b, none] = ['a'.repeat(40), 'b'.repeat(40), '0'.repeat(40)]
const packet = (text: string, band?: number): string => {
  const payload = band === undefined ? text : String.fromCharCode(band) + text
  return (payload.length + 4).toString(16).padStart(4, '0') + payload
}
const request = (capabilities: string) =>
  [
    packet(`${none} ${a} refs/heads/new\0 report-status ${capabilities}`),
    packet(`${a} ${none} refs/heads/old`),
    packet(`${a} ${b} refs/heads/main\n`),
    '0000PACK0000 anything',
  ].join('')
const said = ['unpack ok', 'ok refs/heads/new', 'ok refs/heads/old', 'ng refs/heads/main no']
const report = `${said.map((line) => packet(`${line}\n`)).join('')}0000`

/** In pieces of one byte each: wherever a chunk ends. */
async function passed(bytes: Buffer, through: NodeJS.ReadWriteStream): Promise<Buffer> {
  const pieces = [...bytes].map((byte) => Buffer.from([byte]))
  const out: Buffer[] = []
  for await (const chunk of Readable.from(pieces).pipe(through)) out.push(chunk as Buffer)
  return Buffer.concat(out)
}

const taken = [
  { ref: 'refs/heads/new', before: undefined, after: a },
  { ref: 'refs/heads/old', before: a, after: undefined },
]

test.each([
  ['with a side band', 'side-band-64k', packet('progress', 2) + packet(report, 1)],
  ['without', '', report],
])('the refs that Git took are read along, %s, and every byte passes', async (_, capability, tail) => {
  const watched = watchPush(undefined)
  const asked = Buffer.from(request(capability), 'latin1')
  const answered = Buffer.from(`${tail}0000`, 'latin1')
  expect(await passed(asked, watched.request)).toEqual(asked)
  expect(await passed(answered, watched.answer)).toEqual(answered)
  expect(watched.changes()).toEqual(taken)
})

test('a compressed request is read along', async () => {
  const watched = watchPush('gzip')
  const zipped = gzipSync(request(''))
  expect(await passed(zipped, watched.request)).toEqual(zipped)
  await passed(Buffer.from(report), watched.answer)
  await expect.poll(() => watched.changes()).toEqual(taken)
})

test('without a report, and with what is no push, nothing is known and every byte passes', async () => {
  const watched = watchPush(undefined)
  const noise = Buffer.from('this is no push at all')
  expect(await passed(noise, watched.request)).toEqual(noise)
  expect(await passed(noise, watched.answer)).toEqual(noise)
  expect(watched.changes()).toBeUndefined()
})

test('two looks at refs tell what was made, changed and deleted', () => {
  const before = new Map([
    ['same', a],
    ['gone', a],
    ['moved', a],
  ])
  const after = new Map([
    ['same', a],
    ['moved', b],
    ['new', b],
  ])
  expect(changesBetween(before, after)).toEqual([
    { ref: 'gone', before: a, after: undefined },
    { ref: 'moved', before: a, after: b },
    { ref: 'new', before: undefined, after: b },
  ])
})
