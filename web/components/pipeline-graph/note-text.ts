/** A note is short Markdown; these are the blocks of it that are drawn as what they are. */
export interface NoteBlock {
  readonly kind: 'heading' | 'item' | 'text'
  readonly spans: readonly NoteSpan[]
}

export interface NoteSpan {
  readonly kind: 'plain' | 'strong' | 'code'
  readonly text: string
}

/** Headings, list items, strong text and code of a note; everything else as it is written. */
export function noteBlocks(markdown: string): readonly NoteBlock[] {
  return markdown
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const heading = /^\s*#{1,6}\s+(.*)$/.exec(line)
      if (heading !== null) return { kind: 'heading', spans: spansOf(heading[1]!) }
      const item = /^\s*(?:[-*+]|\d+\.)\s+(.*)$/.exec(line)
      if (item !== null) return { kind: 'item', spans: spansOf(item[1]!) }
      return { kind: 'text', spans: spansOf(line) }
    })
}

/** A line as plain text, strong text and code. */
export function spansOf(line: string): NoteSpan[] {
  return line
    .split(/(\*\*[^*]+\*\*|`[^`]+`)/)
    .filter((part) => part !== '')
    .map((part) => {
      if (/^\*\*[^*]+\*\*$/.test(part)) return { kind: 'strong', text: part.slice(2, -2) }
      if (/^`[^`]+`$/.test(part)) return { kind: 'code', text: part.slice(1, -1) }
      return { kind: 'plain', text: part }
    })
}
