import { existsSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

/**
 * Loaded into a process of the program (`node --import`): its main thread does nothing but wait while the
 * file named by BUSY_WHILE_FILE exists, as if some work would not let go of the event loop.
 */
const file = process.env['BUSY_WHILE_FILE']!
const never = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))

if (isMainThread)
  setInterval(() => {
    while (existsSync(file)) Atomics.wait(never, 0, 0, 50)
  }, 50).unref()
