import { expect, test } from 'vitest'
import { readFormat } from './file-format.ts'
import { takePlainBlocks } from './plain-blocks.ts'

async function* piecesOf(pieces: readonly (string | Buffer)[]) {
  for (const piece of pieces) yield Buffer.from(piece)
}

/** What is taken, what is left and the line it begins in; `refuses` a block that has this text. */
async function taken(pieces: readonly (string | Buffer)[], parameters: object = {}, refuses = '\0') {
  const blocks: string[] = []
  const { format } = readFormat(parameters as never)
  const rest = await takePlainBlocks(piecesOf(pieces), format, async (block) => {
    if (block.includes(refuses)) return undefined
    blocks.push(block.toString())
    const text = block.toString().replaceAll(/"[^"]*"/g, 'x')
    return text.split('\n').filter(Boolean).length
  })
  const left: Buffer[] = []
  for await (const piece of rest.bytes) left.push(piece)
  return { taken: blocks.join(''), rest: Buffer.concat(left).toString(), line: rest.line }
}

const records = (from: number, count: number) =>
  Array.from({ length: count }, (_, n) => `${from + n},name of ${from + n}\n`).join('')

test('a file of plain records is taken as a whole, without its header and the mark of the byte order', async () => {
  const body = records(0, 200_000)
  const pieces = [Buffer.from('\ufeffid,na'), Buffer.from('me\n'), Buffer.from(body)]
  expect(await taken(pieces, { skipHeader: '1' })).toEqual({ taken: body, rest: '', line: 200_002 })
  expect(await taken(['1,a\n2,b'])).toEqual({ taken: '1,a\n2,b', rest: '', line: 3 })
  expect(await taken([])).toEqual({ taken: '', rest: '', line: 1 })
})

test.each([
  [
    'a quote, where quoted texts may stand for null',
    '1,"a"\n',
    { fieldOptionallyEnclosed: '"', nullIf: [''] },
  ],
  ['a backslash', '1,\\N\n', {}],
  ['a backslash that is data', '1,a\\b\n', { escapeUnenclosedField: 'NONE', nullIf: ['\r'] }],
  ['a blank line', '\n1,a\n', {}],
  ['a carriage return in a field', '1,a\rb\n', {}],
  ['two carriage returns', '1,a\r\r\n', {}],
  ['a blank line of Windows', '\r\n1,a\r\n', {}],
  ['bytes that are no UTF-8', Buffer.from([0xff, 10]), {}],
])('from the block with %s on, single records are read, from the right line', async (_, odd, parameters) => {
  const body = records(0, 200_000)
  const { taken: text, rest, line } = await taken([body, odd, records(5, 1)], parameters)
  expect(text + rest).toBe(body + Buffer.from(odd).toString() + records(5, 1))
  expect(text.length).toBeGreaterThan(1_000_000)
  expect(line).toBe(text.split('\n').length)
})

test('blocks end behind whole records, whose quotes come in pairs, and lines between quotes are counted', async () => {
  const quoted = (from: number, count: number) =>
    Array.from({ length: count }, (_, n) => `${from + n},"name,\n""${from + n}"""\n`).join('')
  const enclosed = { fieldOptionallyEnclosed: '"' }
  const body = quoted(0, 100_000)
  const pieces = Array.from({ length: Math.ceil(body.length / 65_536) }, (_, n) =>
    body.slice(n * 65_536, (n + 1) * 65_536),
  )
  const all = await taken(pieces, enclosed)
  expect(all.taken === body && all.rest === '').toBe(true)
  const { taken: text, rest, line } = await taken([body, '1,\\N\n'], enclosed)
  expect(text + rest === `${body}1,\\N\n`).toBe(true)
  expect(text.endsWith('"""\n')).toBe(true)
  expect(line).toBe(text.split('\n').length)
  const open = `1,"${'\n'.repeat(2)}${'x'.repeat(3_000_000)}`
  expect((await taken([open, 'x'], enclosed)).rest === `${open}x`).toBe(true)
})

test('lines that end as those of Windows are taken, and lines between quotes', async () => {
  const ofWindows = (text: string) => text.replaceAll('\n', '\r\n')
  const body = ofWindows(records(0, 200_000))
  const all = await taken([`id,name\r\n${body}`], { skipHeader: '1' })
  expect(all).toEqual({ taken: records(0, 200_000), rest: '', line: 200_002 })
  expect(await taken(['1,a\r\n2,b'])).toEqual({ taken: '1,a\n2,b', rest: '', line: 3 })
  // A carriage return that ends the file is left to the reader of single records.
  expect(await taken(['1,a\r\n2,b\r'])).toEqual({ taken: '', rest: '1,a\r\n2,b\r', line: 1 })
  // What is left is handed on as it stands in the file.
  const end = `1,a\rb\r\n${ofWindows(records(5, 1))}`
  const { taken: begun, rest, line } = await taken([body, end])
  expect(ofWindows(begun) + rest === body + end).toBe(true)
  expect(line).toBe(begun.split('\n').length)
  const refused = await taken([body], {}, ',name of 150000\n')
  expect(ofWindows(refused.taken) + refused.rest === body).toBe(true)
  const enclosed = { fieldOptionallyEnclosed: '"' }
  const quoted = '1,"a\nb"\r\n"2","c"\r\n'
  expect(await taken([quoted], enclosed)).toEqual({ taken: quoted.replaceAll('\r', ''), rest: '', line: 4 })
  expect(await taken(['1,"a\r\nb"\r\n'], enclosed)).toMatchObject({ taken: '', line: 1 })
})

test('a file that begins with what is not plain is left as it is, with its header', async () => {
  const all = 'id,name\n1,\\N\n'
  expect(await taken([all], { skipHeader: '1' })).toEqual({ taken: '', rest: all, line: 1 })
  expect(await taken(['no end'], { skipHeader: '1' })).toEqual({ taken: '', rest: 'no end', line: 1 })
})

test('a block that is refused is read from its first line, and what follows with it', async () => {
  const body = records(0, 300_000)
  const { taken: text, rest, line } = await taken([body], {}, ',name of 150000\n')
  expect(text + rest).toBe(body)
  expect(line).toBe(text.split('\n').length)
  const first = await taken(['id\n1,a\n'], { skipHeader: '1' }, 'a')
  expect(first).toEqual({ taken: '', rest: '1,a\n', line: 2 })
})

test('what a block throws ends the reading', async () => {
  const { format } = readFormat({} as never)
  const failing = takePlainBlocks(piecesOf([records(0, 300_000)]), format, () =>
    Promise.reject(new Error('away')),
  )
  await expect(failing).rejects.toThrow('away')
})

test('a file that is not read to its end is closed: when a block is refused, and when the rest is given up', async () => {
  let ended = 0
  async function* endless() {
    try {
      for (;;) yield Buffer.from(records(0, 10_000))
    } finally {
      ended++
    }
  }
  const { format } = readFormat({} as never)
  const refused = takePlainBlocks(endless(), format, () => Promise.reject(new Error('refused')))
  await expect(refused).rejects.toThrow('refused')
  expect(ended).toBe(1)
  const { bytes } = await takePlainBlocks(endless(), format, async () => undefined)
  for await (const _ of bytes) break
  expect(ended).toBe(2)
})
