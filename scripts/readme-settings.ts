import { readFile } from 'node:fs/promises'
import { declarations, settingsOf } from '../src/roles/settings/settings.ts'

const isRow = (line: string): boolean => /^\| `(HEADRACE_|DATABASE_URL)/.test(line)

/** The README with its table of settings as `src/roles/settings/settings.ts` declares them. */
export async function readmeWithSettings(): Promise<string> {
  const lines = (await readFile('README.md', 'utf8')).split('\n')
  const first = lines.findIndex(isRow)
  return [...lines.slice(0, first), ...rows(), ...lines.slice(first).filter((line) => !isRow(line))].join(
    '\n',
  )
}

function rows(): string[] {
  return Object.entries(declarations).map(([name, { env, flag, byDefault, summary }]) => {
    const commands = Object.entries(settingsOf).filter(([, names]) =>
      (names as readonly string[]).includes(name),
    )
    const standard = byDefault === undefined ? '' : `\`${byDefault}\``
    return `| \`${env}\` | \`--${flag}\` | ${standard} | ${summary} | ${commands.map(([command]) => command).join(', ')} |`
  })
}
