import { workerData } from 'node:worker_threads'
import variant from '@jitl/quickjs-wasmfile-release-sync'
import { newQuickJSWASMModuleFromVariant, newVariant, type QuickJSSyncVariant } from 'quickjs-emscripten-core'
import { evaluateInQuickJs, type SandboxAnswer, type SandboxRequest } from './quickjs-evaluation.ts'
import { answered, type SandboxStart } from './sandbox-channel.ts'

/** The thread that runs expressions. It answers `ready` once, then every request in turn. */
const { port, signal, memoryBytes } = workerData as SandboxStart

const pageBytes = 65_536
/** What the engine's module asks for: its stack, its tables and a first piece of heap. */
const initialPages = 256

/** Node has it; the types of Node leave it to those of browsers. */
interface MemoryConstructor {
  new (pages: { readonly initial: number; readonly maximum: number }): object
}
const { Memory } = (globalThis as unknown as { WebAssembly: { Memory: MemoryConstructor } }).WebAssembly

/** The engine's own memory limit counts blocks, not bytes, when it runs as WebAssembly: the memory itself must end. */
const wasmMemory = new Memory({
  initial: initialPages,
  maximum: initialPages + Math.ceil(memoryBytes / pageBytes),
})
// The package's types describe its CommonJS form, where the variant is one `default` deeper.
const engine = await newQuickJSWASMModuleFromVariant(
  newVariant(variant as unknown as QuickJSSyncVariant, { wasmMemory }),
)

const reply = (message: SandboxAnswer | { readonly broken: string } | 'ready'): void => {
  port.postMessage(message)
  Atomics.store(signal, 0, answered)
  Atomics.notify(signal, 0)
}

port.on('message', (request: SandboxRequest) => {
  try {
    reply(evaluateInQuickJs(engine, request))
  } catch (error) {
    reply({ broken: String(error) })
  }
})
reply('ready')
