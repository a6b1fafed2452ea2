import { createHash } from 'node:crypto'
import { glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { Rolldown } from 'vite'
import { type SiteFile, type Sources, siteFiles } from './docs/site.ts'

const MIN_COMPRESSED_BYTES = 1_400
const root = resolve(import.meta.dirname, '..')
const target = join(root, 'web/dist/docs')
const mark = join(target, 'built-from')

/** The documents and images of the repository that the site shows. */
export async function siteSources(): Promise<Sources> {
  const found = async (pattern: string) => (await Array.fromAsync(glob(pattern, { cwd: root }))).sort()
  const documents = [
    ...(await found('docs/**/*.md')),
    'ARCHITECTURE.md',
    'CHANGELOG.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
  ]
  return { root, documents, images: await found('docs/images/*.png') }
}

/**
 * Builds the documentation into `web/dist/docs`, unless what is there was built from the same files.
 * `buildWeb` does it after the interface, whose build empties the folder above.
 */
export async function buildDocs(): Promise<void> {
  const sources = await siteSources()
  const digest = await digestOf(sources)
  if ((await readFile(mark, 'utf8').catch(() => undefined)) === digest) return
  await rm(target, { recursive: true, force: true })
  const files = [...(await siteFiles(sources)), ...(await bundled())]
  await Promise.all(files.map(write))
  const list = files.map(({ path, type, content }) => {
    const revision = createHash('sha256').update(content).digest('base64url').slice(0, 16)
    return [path, { type, revision, isCompressed: isCompressed({ path, type, content }) }] as const
  })
  await writeFile(join(target, 'files.json'), JSON.stringify(Object.fromEntries(list)))
  await writeFile(mark, digest)
}

const isCompressed = ({ type, content }: SiteFile): boolean =>
  !type.startsWith('image/') && Buffer.byteLength(content) >= MIN_COMPRESSED_BYTES

async function write(file: SiteFile): Promise<void> {
  const path = join(target, file.path)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, file.content)
  if (!isCompressed(file)) return
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 9,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  }
  await writeFile(`${path}.br`, await promisify(brotliCompress)(file.content, { params }))
}

/**
 * Script and styles of the pages, apart from those of the interface: neither changes what the other loads.
 */
async function bundled(): Promise<SiteFile[]> {
  const { build } = await import('vite')
  const result = await build({
    root: join(root, 'web'),
    configFile: false,
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: 'es2024',
      cssTarget: 'es2024',
      rolldownOptions: {
        input: join(root, 'web/docs/main.ts'),
        output: { entryFileNames: 'docs.js', assetFileNames: 'docs[extname]' },
      },
    },
  })
  const { output } = [result].flat()[0] as {
    readonly output: readonly (Rolldown.OutputChunk | Rolldown.OutputAsset)[]
  }
  return output.map((file) =>
    file.type === 'chunk'
      ? { path: file.fileName, type: 'text/javascript; charset=utf-8', content: file.code }
      : { path: file.fileName, type: 'text/css; charset=utf-8', content: Buffer.from(file.source) },
  )
}

async function digestOf({ documents, images }: Sources): Promise<string> {
  const programs = await Array.fromAsync(
    glob('{scripts/build-docs.ts,scripts/docs/*.ts,web/docs/*}', { cwd: root }),
  )
  const digest = createHash('sha256')
  for (const path of [
    ...documents,
    ...images,
    ...programs.sort(),
    'openapi/public-v1.json',
    'package-lock.json',
  ])
    digest.update(path).update(await readFile(join(root, path)))
  return digest.digest('hex')
}
