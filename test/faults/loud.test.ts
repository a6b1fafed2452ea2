import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFleet, type Fleet } from '../support/fleet.ts'
import { orchestration, start } from '../support/pipelines.ts'
import { type Running, waitFor } from '../support/platform.ts'
import { allEnded } from '../support/soundness.ts'

/** Components that print very much, what is no text, and secrets in every spelling. */
const SECRET = 'p/ä s+wörd-9?'
const PRINTED_MIB = 1_024
const KEPT_MIB = 2
const granted = {
  HEADRACE_SCRIPTS: 'shared',
  HEADRACE_SECRET_SHOP_TOKEN: SECRET,
  HEADRACE_GRANT_SECRETS: 'shop-token=*',
}
/** Also across the places where a long line is cut, and once at the end of one of 10 MB. */
const telling = `
import base64, json, os, urllib.parse
secret = os.environ["TOKEN"]
raw = secret.encode()
def user(n): return base64.b64encode(b"u" * n + b":" + raw).decode()
print("raw", secret)
print("json", json.dumps({"a": secret}, ensure_ascii=False))
print("base64", base64.b64encode(raw).decode(), base64.urlsafe_b64encode(raw).decode(), user(0), user(1), user(2))
print("address", urllib.parse.quote(secret), urllib.parse.quote(secret, safe=""), urllib.parse.quote_plus(secret))
print("small", urllib.parse.quote(secret, safe="").lower())
for at in (9990, 32760, 65530): print("x" * at + secret + "y")
print("x" * 10_000_000 + secret)
print("told")
`
let fleet: Fleet
let runner: Running

beforeAll(async () => {
  fleet = await aFleet(15)
  await fleet.startApi()
  runner = await fleet.startRunner({ HEADRACE_MAX_LOG_MIB: String(KEPT_MIB), ...granted })
  const line = 'x'.repeat(1_000)
  const script = `yes ${line} | head -c ${PRINTED_MIB}M; echo`
  await fleet.publish({
    'Loud.orch.yaml': orchestration({
      Start: start('Print'),
      Print: { type: 'bash-script', parameters: { script, timeout: '110' } },
    }),
    'Quiet.orch.yaml': orchestration({ Start: start() }),
    'Telling.orch.yaml': orchestration({
      Start: start('Tell'),
      Tell: {
        type: 'python-script',
        parameters: { script: telling, timeout: '60', secretVariables: [['TOKEN', 'shop-token']] },
      },
    }),
    'Binary.orch.yaml': orchestration({
      Start: start('Print'),
      Print: {
        type: 'bash-script',
        parameters: { script: 'head -c 256K /dev/urandom; printf "\\nthe end\\n"', timeout: '60' },
      },
    }),
  })
})
afterAll(() => fleet.stop())

const residentMib = (): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${runner.child.pid}/status`, 'utf8'))![1]) / 1024

test('F23: a component that prints a gigabyte neither fills the memory nor stops others, and its log is cut with a mark', async () => {
  const before = residentMib()
  const [loud] = await fleet.run('Loud', 1)
  await waitFor('it to print', async () => {
    const [row] = await fleet.query<{ n: number }>('select count(*)::integer as n from execution_log')
    return row!.n > 0
  })
  const begun = Date.now()
  const quiet = await fleet.run('Quiet', 20)
  let most = 0
  const watching = setInterval(() => {
    most = Math.max(most, residentMib())
  }, 50)
  await waitFor('the others to end', async () => {
    const rows = await fleet.query(
      'select from execution where id = any($1::uuid[]) and finished_at is null',
      [quiet],
    )
    return rows.length === 0
  })
  const took = Date.now() - begun
  await allEnded(fleet).finally(() => clearInterval(watching))
  expect(took).toBeLessThan(3_000)
  expect(most - before).toBeLessThan(250)
  const log = await (await fleet.client.send('GET', `/v1/pipeline-executions/${loud}/logs`)).text()
  const lines = log.trimEnd().split('\n')
  expect(JSON.parse(lines.at(-1)!).text).toContain(`at most ${KEPT_MIB} MiB`)
  expect(log.length).toBeLessThan(KEPT_MIB * 1.5 * 1024 * 1024)
  const [execution] = await fleet.query<{ status: string }>('select status from execution where id = $1', [
    loud,
  ])
  expect(execution!.status).toBe('SUCCESS')
})

/**
 * The texts of the log of an execution that ends as SUCCESS. Lines may arrive a moment after its end, up to
 * `last`.
 */
async function linesOf(pipelineName: string, last: string): Promise<string[]> {
  const [id] = await fleet.run(pipelineName, 1)
  await allEnded(fleet)
  const rows = await fleet.query('select status, message from execution where id = $1', [id])
  expect(rows).toEqual([{ status: 'SUCCESS', message: null }])
  return waitFor('the last line', async () => {
    const log = await (await fleet.client.send('GET', `/v1/pipeline-executions/${id}/logs`)).text()
    const lines = log.trimEnd().split('\n')
    const texts = lines.map((line) => (JSON.parse(line || '{}') as { text?: string }).text ?? '')
    return texts.at(-1) === last && texts
  })
}

test('F23: a secret reaches no log, however it is encoded and wherever a long line is cut', async () => {
  const lines = await linesOf('Telling', 'told')
  const all = lines.join('\n')
  // No four characters of it in a row, in any of its spellings.
  for (const form of [
    SECRET,
    encodeURIComponent(SECRET),
    Buffer.from(SECRET).toString('base64').slice(0, -2),
  ])
    for (let at = 0; at + 5 <= form.length; at++) {
      const part = form.slice(at, at + 5)
      expect([part, all.includes(part)]).toEqual([part, false])
      expect([part, all.includes(part.toLowerCase())]).toEqual([part, false])
    }
  const long = lines.filter((line) => line.startsWith('xxx'))
  expect(long[0]!.endsWith('x***y')).toBe(true)
  const cuts = long.slice(1).map((line) => Number(/\((\d+) characters cut\)$/.exec(line)?.[1]))
  expect(cuts).toEqual([32_760 + 14, 65_530 + 14, 10_000_000 + 13].map((length) => length - 10_000))
  expect(Math.max(...long.map((line) => line.length))).toBeLessThan(10_100)
})

test('F23: output that is no text is kept as far as it is one, and harms nothing', async () => {
  const lines = await linesOf('Binary', 'the end')
  expect(lines.length).toBeGreaterThan(100)
})
