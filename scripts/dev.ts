import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'

/**
 * The platform, restarted when a file of `src/` changes, and in front of it the interface, whose components
 * are replaced in the open page when a file of `web/` changes.
 */
const root = fileURLToPath(new URL('..', import.meta.url))
const platform = spawn(
  process.execPath,
  ['--max-semi-space-size=32', '--watch-path=src', 'bin/headrace.mjs', 'start'],
  { cwd: root, stdio: 'inherit' },
)
const web = await createServer({ configFile: `${root}web/vite.config.ts` })
await web.listen()
web.printUrls()

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => platform.kill(signal))
platform.on('exit', async (code) => {
  await web.close()
  process.exit(code ?? 0)
})
