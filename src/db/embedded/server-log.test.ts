import { appendFile, mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readFrom, rotate } from './server-log.ts'

async function aLog(content: string) {
  const folder = await mkdtemp(join(tmpdir(), 'headrace-log-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'postgres.log')
  await appendFile(file, content)
  return file
}

test('a log over the limit becomes the previous one, and the server writes on from the start', async () => {
  const file = await aLog('first\n')
  await using server = await open(file, 'a')

  await rotate(file, 5)
  await server.write('second\n')

  expect(await readFile(`${file}.1`, 'utf8')).toBe('first\n')
  expect(await readFile(file, 'utf8')).toBe('second\n')
})

test('a log within the limit stays', async () => {
  const file = await aLog('first\n')

  await rotate(file, 6)

  expect(await readFile(file, 'utf8')).toBe('first\n')
})

test('of a long log the end is shown, of a log that does not exist nothing', async () => {
  const file = await aLog(`${'x'.repeat(100_000)}the end`)

  const shown = await readFrom(file, 10)

  expect(shown.length).toBe(16 * 1024)
  expect(shown).toMatch(/the end$/)
  expect(await readFrom(`${file}.none`, 0)).toBe('')
})
