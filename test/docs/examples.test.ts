import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { componentCatalog } from '../../src/components/catalog.ts'
import { validateProject } from '../../src/pipeline/validate.ts'
import { localhostCertificate } from '../support/certificate.ts'
import { filesOf, nameOf, pageExamples, shown } from '../support/doc-examples.ts'
import { type PipelineRunner, startPipelineRunner } from '../support/run-pipelines.ts'

/**
 * Pages of the guide and of the components. Those of transformations are run by the tests of their
 * components.
 */
const pages = [
  ...globSync('docs/pipelines/*.md').filter((path) => !path.includes('transformation')),
  ...globSync('src/components/orchestration/*/documentation.md'),
].sort()

/** What every language model of an example says. */
const completion = JSON.stringify({
  model: 'gpt-4o-mini',
  choices: [{ message: { role: 'assistant', content: '{"sentiment": "Neutral"}' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 61, completion_tokens: 9, total_tokens: 70 },
})

/** The servers that examples use, on loopback: a web server, which is a model too, and a mail server. */
const certificate = localhostCertificate()
const trusted = getCACertificates('default')
const web = createServer(certificate, ({ url = '' }, response) =>
  response.end(url.endsWith('/chat/completions') ? completion : 'id,city\n1,Oslo\n'),
)
const mail = new SMTPServer({
  ...certificate,
  onAuth: (_auth, _session, done) => done(null, { user: 'pipelines' }),
  onData: (stream, _session, done) => {
    stream.resume().once('end', () => done(null, 'OK: taken'))
  },
})
const secrets = ['HEADRACE_SECRET_SMTP_PASSWORD', 'HEADRACE_SECRET_OPENAI_KEY']
let runner: PipelineRunner
const port = (server: Server) => (server.address() as AddressInfo).port

beforeAll(async () => {
  setDefaultCACertificates([...trusted, certificate.cert])
  for (const name of secrets) process.env[name] = 'loopback-password'
  await Promise.all([
    once(web.listen(0, '127.0.0.1'), 'listening'),
    once(mail.listen(0, '127.0.0.1'), 'listening'),
  ])
  runner = await startPipelineRunner()
})
afterAll(async () => {
  await runner[Symbol.asyncDispose]()
  for (const name of secrets) delete process.env[name]
  setDefaultCACertificates(trusted)
  web.close()
  await new Promise<void>((done) => mail.close(done))
})

/** Examples name hosts that do not exist: a run gets the loopback ones in the variables of these names. */
function farSides(text: string): Record<string, string> {
  const address = `https://localhost:${port(web)}/orders.csv`
  const all = {
    receiver_url: address,
    source_url: address,
    model_url: `https://localhost:${port(web)}/v1`,
    mail_host: 'localhost',
    mail_port: String(port(mail.server)),
  }
  return Object.fromEntries(Object.entries(all).filter(([name]) => text.includes(`\n    ${name}:\n`)))
}

/** Ports differ from run to run, the address of a page does not. */
const asWritten = (text: string): string =>
  text.replaceAll(`localhost:${port(web)}`, 'files.example.com').replaceAll('localhost', 'mail.example.com')

test('there are pages, and every example of one has its result or belongs to one that has', () => {
  expect(pages.length).toBeGreaterThan(30)
  for (const path of pages) {
    const examples = pageExamples(readFileSync(path, 'utf8'))
    const unused = examples.filter(({ expected, path: own }) => {
      const name = own.replace(/\.(orch|tran)\.yaml$/, '')
      const isRun = ({ text }: (typeof examples)[number]) =>
        text.includes(`Job: "${name}`) || text.includes(`Name: "${name.replace('/', '#')}"`)
      return expected === undefined && !examples.some(isRun)
    })
    expect({ path, unused: unused.map(({ path: own }) => own) }).toEqual({ path, unused: [] })
  }
})

describe.each(pages)('%s', (path) => {
  const examples = pageExamples(readFileSync(path, 'utf8'))
  const files = filesOf(examples)

  test('its pipelines have no faults', () => {
    const sources = Object.entries(files).map(([name, text]) => ({ path: name, text }))
    expect(validateProject(sources, componentCatalog, { warehouse: 'DUCKDB' })).toEqual([])
  })

  test.each(examples.filter(({ expected }) => expected !== undefined))(
    '$path says what the page shows',
    async (example) => {
      const scalarVariables = farSides(example.text)
      const ran = await runner.run({ ...files, [example.path]: example.text }, nameOf(example), {
        scalarVariables,
      })
      expect(asWritten(shown(ran))).toBe(example.expected)
    },
  )
})
