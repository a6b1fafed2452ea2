import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { generatedFiles, staleFiles } from './generated-files.ts'

/**
 * Writes what is generated from the code and committed. With `--verify` it writes nothing and fails when a
 * file differs.
 */
if (process.argv[2] === '--verify') {
  const stale = await staleFiles()
  if (stale.length > 0) {
    console.error(`Run npm run generate and commit what it writes:\n  ${stale.join('\n  ')}`)
    process.exitCode = 1
  }
} else {
  for (const [path, content] of Object.entries(await generatedFiles())) {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, content)
  }
}
