#!/usr/bin/env -S MALLOC_TRIM_THRESHOLD_=4194304 node --max-semi-space-size=32
// Plain JavaScript, so that an old Node can read it and say what is missing.
import module from 'node:module'
import { fileURLToPath } from 'node:url'

const MIN_NODE_MAJOR = 24
if (Number.parseInt(process.versions.node, 10) < MIN_NODE_MAJOR) {
  console.error(
    `Headrace needs Node ${MIN_NODE_MAJOR} or newer; this is ${process.version} (${process.execPath}).`,
  )
  process.exit(1)
}
// Without it every start strips the types of every file again. Where the folder cannot be written it does
// nothing.
module.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/headrace', import.meta.url)))
await import('../src/main.ts')
