import { readdir, readFile } from 'node:fs/promises'
import { join, parse } from 'node:path'

/**
 * `npm run bench -- NAME`: runs one measurement, or lists them. With `--help` it says what that one measures,
 * and its settings.
 */
const names = (await readdir(import.meta.dirname))
  .filter((file) => file.endsWith('.ts') && file !== 'run.ts')
  .map((file) => parse(file).name)
  .sort()
const [name, option] = process.argv.slice(2)

if (name === undefined || !names.includes(name)) {
  console.log(`Usage: npm run bench -- NAME\n\nNAME is one of: ${names.join(', ')}`)
  process.exitCode = name === undefined ? 0 : 2
} else if (option === '--help') {
  const source = await readFile(join(import.meta.dirname, `${name}.ts`), 'utf8')
  const [, comment = ''] = /\/\*\*(.*?)\*\//s.exec(source) ?? []
  console.log(comment.replace(/^ *\* ?/gm, '').trim())
} else {
  await import(`./${name}.ts`)
}
