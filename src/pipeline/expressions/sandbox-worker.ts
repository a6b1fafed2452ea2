import { workerData } from 'node:worker_threads'
import { newQuickJSWASMModuleFromVariant } from 'quickjs-emscripten-core'
import { evaluateInQuickJs, type SandboxAnswer, type SandboxRequest } from './quickjs-evaluation.ts'
import { answered, type SandboxChannel } from './sandbox-channel.ts'

/** The thread that runs expressions. It answers `ready` once, then every request in turn. */
const { port, signal } = workerData as SandboxChannel
const engine = await newQuickJSWASMModuleFromVariant(import('@jitl/quickjs-wasmfile-release-sync'))

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
