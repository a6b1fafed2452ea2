import { readdir } from 'node:fs/promises'
import { parse } from 'node:path'

/** `npm run bench -- NAME`: runs one measurement, or lists them. */
const names = (await readdir(import.meta.dirname))
  .map((file) => parse(file).name)
  .filter((name) => name !== 'run')
  .sort()
const name = process.argv[2]

if (name === undefined || !names.includes(name)) {
  console.log(`Usage: npm run bench -- NAME\n\nNAME is one of: ${names.join(', ')}`)
  process.exitCode = name === undefined ? 0 : 2
} else {
  await import(`./${name}.ts`)
}
