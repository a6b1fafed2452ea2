import { expect, test } from 'vitest'
import { newId } from '../../lib/ids.ts'
import type { FromRunner } from '../../protocol/messages.ts'
import type { SampleTools } from './sample.ts'
import { createSamples } from './samples.ts'

const silent = { get: () => new Promise<never>(() => {}) }

/** A runner whose databases never answer: their password never comes. */
function aRunner() {
  const sent: FromRunner[] = []
  const tools = { secrets: silent, grantSecrets: 'password=*', dataDir: '', filesRoot: '' }
  const samples = createSamples(tools as unknown as SampleTools, (message) => sent.push(message))
  const list = (project: string) => {
    const connection = { type: 'POSTGRES', host: 'db', database: 'd', user: 'u', passwordSecret: 'password' }
    const environment = 'Development'
    const wanted = { sample: newId(), project, environment, connection, prefix: '', limit: 10 }
    samples.list({ kind: 'tables-wanted', ...wanted })
    const answer = sent.find((one) => 'sample' in one && one.sample === wanted.sample)
    return answer && 'message' in answer ? answer.message : undefined
  }
  return { list }
}

test('a project whose database does not answer leaves room for the samples and triggers of others', () => {
  const { list } = aRunner()
  const [slow, other, third] = [newId(), newId(), newId()]
  const read = undefined
  for (let taken = 0; taken < 6; taken++) expect(list(slow)).toBe(read)
  expect(list(slow)).toBe('The runner reads for 6 others of this project at the moment; try again soon')
  for (let taken = 0; taken < 6; taken++) expect(list(other)).toBe(read)
  expect(list(third)).toBe('The runner reads for 12 others at the moment; try again soon')
})
