import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const web = fileURLToPath(new URL('../web/', import.meta.url))
const mark = join(web, 'dist/built-from')

/** Builds the web interface into `web/dist` unless what is there was built from the same files. */
export async function buildWeb(): Promise<void> {
  const sources = await digestOfSources()
  if ((await readFile(mark, 'utf8').catch(() => undefined)) === sources) return
  await asInProduction(async () => {
    const { build } = await import('vite')
    await build({ configFile: join(web, 'vite.config.ts'), logLevel: 'warn' })
  })
  await mkdir(join(web, 'dist'), { recursive: true })
  await writeFile(mark, sources)
}

/** Tests say `NODE_ENV=test`, from which Vite makes React's slow build, and that would be served by `npm start` too. */
async function asInProduction(act: () => Promise<void>): Promise<void> {
  const { NODE_ENV: before } = process.env
  process.env['NODE_ENV'] = 'production'
  try {
    await act()
  } finally {
    if (before === undefined) delete process.env['NODE_ENV']
    else process.env['NODE_ENV'] = before
  }
}

/** Of contents, not of times: a fresh clone or a change of branch touches files that are the same. */
async function digestOfSources(): Promise<string> {
  const found = await readdir(web, { recursive: true, withFileTypes: true })
  const paths = found
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.startsWith(join(web, 'dist')) && !/\.test\.tsx?$/.test(path))
  const lock = fileURLToPath(new URL('../package-lock.json', import.meta.url))
  const digest = createHash('sha256')
  for (const path of [...paths.sort(), lock])
    digest.update(path.slice(web.length)).update(await readFile(path))
  return digest.digest('hex')
}

if (import.meta.main) await buildWeb()
