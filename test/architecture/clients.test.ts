import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkClient, clientChecks } from '../../scripts/generated-clients.ts'
import { servedDocument } from '../support/document.ts'

/** Compilers take a while on slow machines. */
const PATIENCE_MS = 300_000

let scratch: string
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'headrace-clients-'))
  await symlink(resolve('node_modules'), join(scratch, 'node_modules'))
})
afterAll(() => rm(scratch, { recursive: true }))

test.each(Object.keys(clientChecks))(
  'a client generated in %s compiles without a warning',
  async (language) => {
    const { outcome, detail } = await checkClient(language, servedDocument, scratch)
    if (outcome === 'skipped') process.stderr.write(`No ${language} client was generated: ${detail}\n`)
    else expect([outcome, detail]).toEqual(['compiled', ''])
    if (language === 'TypeScript') expect(outcome).toBe('compiled')
  },
  PATIENCE_MS,
)
