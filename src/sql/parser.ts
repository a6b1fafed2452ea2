import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import * as sdk from '@polyglot-sql/sdk/manual'

/** This way in has the functions of the main one, but its types name them by a path that does not resolve. */
export const { analyzeQuery, generate, parse } = sdk as unknown as typeof import('@polyglot-sql/sdk')

/** The package has the module of WebAssembly compressed: 2.6 MB of 23. */
const packed = new URL('./polyglot_sql.wasm.br', import.meta.url)

const readModule = async (): Promise<Buffer<ArrayBuffer>> =>
  existsSync(packed)
    ? promisify(brotliDecompress)(await readFile(packed))
    : readFile(new URL(import.meta.resolve('@polyglot-sql/sdk/polyglot_sql.wasm')))

const wasmUrl = URL.createObjectURL(new Blob([await readModule()], { type: 'application/wasm' }))
await sdk.init({ wasmUrl })
URL.revokeObjectURL(wasmUrl)
