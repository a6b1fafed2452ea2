import { spawnSync } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'

test('a program that has ended leaves nothing behind that keeps the runner alive', () => {
  const module = pathToFileURL('src/components/common/process.ts').href
  const script = `
    const { runProcess } = await import(${JSON.stringify(module)})
    for (const script of ['true', 'echo x', 'sleep 0.1; echo y; exit 3']) {
      const end = await runProcess({ command: 'bash', args: ['-c', script], env: { PATH: process.env.PATH }, cwd: '/',
        timeoutMs: 3600_000, signal: new AbortController().signal, onLine: async () => {} })
      console.log(end.code)
    }`
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
    timeout: 15_000,
  })
  expect([status, stdout]).toEqual([0, '0\n0\n3\n'])
})
