import { readFile } from 'node:fs/promises'
import type { Setting } from '../src/roles/settings/setting-kinds.ts'
import { declarations } from '../src/roles/settings/settings.ts'

const isRow = (line: string): boolean => /^\| `(HEADRACE_|DATABASE_URL)/.test(line)

/** The README with its table of settings as `src/roles/settings` declares them. */
export async function readmeWithSettings(): Promise<string> {
  const lines = (await readFile('README.md', 'utf8')).split('\n')
  const first = lines.findIndex(isRow)
  return [...lines.slice(0, first), ...rows(), ...lines.slice(first).filter((line) => !isRow(line))].join(
    '\n',
  )
}

function rows(): string[] {
  return Object.values<Setting<unknown>>(declarations).map(
    ({ env, flag, byDefault, summary, usedBy, secret }) => {
      const standard = byDefault === undefined ? '' : `\`${byDefault}\``
      const variable = secret === undefined ? `\`${env}\`` : `\`${env}\` or \`${env}_FILE\``
      const option = secret === 'whole' ? '' : `\`--${flag}\``
      return `| ${variable} | ${option} | ${standard} | ${summary} | ${usedBy.join(', ')} |`
    },
  )
}
