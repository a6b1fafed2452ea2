#!/usr/bin/env node
// Plain JavaScript, so that an old Node can read it and say what is missing.
const needed = 24
if (Number.parseInt(process.versions.node, 10) < needed) {
  console.error(`Headrace needs Node ${needed} or newer; this is ${process.version} (${process.execPath}).`)
  process.exit(1)
}
await import('../src/main.ts')
