import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { buildDocs } from './build-docs.ts'

const MIN_COMPRESSED_BYTES = 1_400
const root = fileURLToPath(new URL('..', import.meta.url))
const web = join(root, 'web/')
/** What the interface is built from besides its own folder: the language of pipelines (docs/adr/0035). */
const shared = ['src/pipeline', 'src/lib'].map((folder) => join(root, folder))
const mark = join(web, 'dist/built-from')

/**
 * Builds the web interface and the documentation into `web/dist`, each unless what is there was built from
 * the same files.
 */
export async function buildWeb(): Promise<void> {
  await buildInterface()
  await buildDocs()
}

async function buildInterface(): Promise<void> {
  const sources = await digestOfSources()
  if ((await readFile(mark, 'utf8').catch(() => undefined)) === sources) return
  await asInProduction(async () => {
    const { build } = await import('vite')
    await build({ configFile: join(web, 'vite.config.ts'), logLevel: 'warn' })
  })
  await compressAssets()
  await mkdir(join(web, 'dist'), { recursive: true })
  await writeFile(mark, sources)
}

/** Writes each text among the files in Brotli and gzip too: compressed once here, as well as it goes. */
async function compressAssets(): Promise<void> {
  const folder = join(web, 'dist/assets')
  const names = (await readdir(folder)).filter((name) => /\.(js|css|svg|json|map|txt)$/.test(name))
  await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name)
      const content = await readFile(path)
      if (content.length < MIN_COMPRESSED_BYTES) return
      const best = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
      await writeFile(`${path}.br`, await promisify(brotliCompress)(content, best))
      await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }))
    }),
  )
}

/**
 * Tests say `NODE_ENV=test`, from which Vite makes React's slow build, and that would be served by
 * `npm start` too.
 */
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
  const folders = [web, ...shared].map((folder) => readdir(folder, { recursive: true, withFileTypes: true }))
  const paths = (await Promise.all(folders))
    .flat()
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.startsWith(join(web, 'dist')) && !/\.test\.tsx?$/.test(path))
  const lock = fileURLToPath(new URL('../package-lock.json', import.meta.url))
  const digest = createHash('sha256')
  for (const path of [...paths.sort(), lock, import.meta.filename])
    digest.update(path.slice(root.length)).update(await readFile(path))
  return digest.digest('hex')
}

if (import.meta.main) await buildWeb()
