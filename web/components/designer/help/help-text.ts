/** A part of a component's help. */
export interface HelpBlock {
  /** `example` is a pipeline file, `output` what running it says. */
  readonly kind: 'text' | 'item' | 'example' | 'output'
  readonly text: string
}

/** How headings are addressed in the documentation. */
export const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')

/**
 * What the reference of components says of one, below its heading: texts, lists and examples. Its table of
 * parameters is left out, for the form beside it has them. Nothing when the reference does not have the
 * component.
 */
export function helpOf(reference: string, title: string): readonly HelpBlock[] {
  const lines = reference.split(/\r?\n/)
  const start = lines.indexOf(`## ${title}`)
  if (start < 0) return []
  const next = lines.findIndex((line, at) => at > start && line.startsWith('## '))
  return blocksOf(lines.slice(start + 1, next < 0 ? undefined : next))
}

function blocksOf(lines: readonly string[]): readonly HelpBlock[] {
  const blocks: HelpBlock[] = []
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]!
    const fence = /^```(\w*)$/.exec(line)
    if (fence !== null) {
      const end = lines.indexOf('```', at + 1)
      const last = end < 0 ? lines.length : end
      const kind = fence[1] === 'yaml' ? 'example' : 'output'
      blocks.push({ kind, text: lines.slice(at + 1, last).join('\n') })
      at = last
    } else if (line.trim() !== '' && !line.startsWith('|')) at = readText(lines, at, blocks)
  }
  return blocks
}

/**
 * Lines up to a blank one are one text; an item of a list begins another. Answers the last line that it took.
 */
function readText(lines: readonly string[], from: number, blocks: HelpBlock[]): number {
  const item = /^\s*(?:[-*]|\d+\.)\s+/
  const isItem = item.test(lines[from]!)
  let last = from
  while (isContinued(lines[last + 1], item)) last += 1
  const text = lines
    .slice(from, last + 1)
    .join(' ')
    .replace(item, '')
    .replace(/\s+/g, ' ')
  blocks.push({ kind: isItem ? 'item' : 'text', text: plain(text) })
  return last
}

const isContinued = (line: string | undefined, item: RegExp): boolean =>
  line !== undefined && line.trim() !== '' && !item.test(line) && !/^(?:```|\||#)/.test(line)

/** Links lead to pages of the documentation, whose words are enough here. */
const plain = (text: string): string => text.replace(/\[([^\]]+)\]\([^)]*\)/g, '$1').replace(/^#+\s+/, '')
