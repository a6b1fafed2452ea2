import { parentPort, workerData } from 'node:worker_threads'
import variant from '@jitl/quickjs-wasmfile-release-sync'
import { newQuickJSWASMModuleFromVariant, newVariant, type QuickJSSyncVariant } from 'quickjs-emscripten-core'
import { milliseconds } from './processor-time.ts'
import { evaluateInQuickJs, type SandboxRequest } from './quickjs-evaluation.ts'
import type { SandboxStart, ThreadAnswer } from './sandbox-channel.ts'

/** The thread that runs expressions. It answers `ready` once, then every request in turn. */
const { memoryBytes } = workerData as SandboxStart

const pageBytes = 65_536
/** What the engine's module asks for: its stack, its tables and a first piece of heap. */
const initialPages = 256

/** Node has it; the types of Node leave it to those of browsers. */
interface MemoryConstructor {
  new (pages: { readonly initial: number; readonly maximum: number }): object
}
const { Memory } = (globalThis as unknown as { WebAssembly: { Memory: MemoryConstructor } }).WebAssembly

/**
 * The engine's own memory limit counts blocks, not bytes, when it runs as WebAssembly: the memory itself must
 * end.
 */
const wasmMemory = new Memory({
  initial: initialPages,
  maximum: initialPages + Math.ceil(memoryBytes / pageBytes),
})
// The package's types describe its CommonJS form, where the variant is one `default` deeper.
const engine = await newQuickJSWASMModuleFromVariant(
  newVariant(variant as unknown as QuickJSSyncVariant, { wasmMemory }),
)

const reply = (message: ThreadAnswer) => parentPort?.postMessage(message)

parentPort?.on('message', (request: SandboxRequest) => {
  const began = process.threadCpuUsage()
  const usedMs = () => milliseconds(process.threadCpuUsage(began))
  try {
    const answer = evaluateInQuickJs(engine, request)
    reply({ ...answer, usedMs: usedMs() })
  } catch (error) {
    reply({ broken: String(error), usedMs: usedMs() })
  }
})
reply('ready')
