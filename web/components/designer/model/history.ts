/** Texts of a file, from the oldest that can be returned to. */
export interface History {
  readonly past: readonly string[]
  readonly present: string
  readonly future: readonly string[]
  /** What made the present text; the same edit soon afterwards replaces it instead of adding a step. */
  readonly last?: { readonly kind: string; readonly at: number }
}

const MAX_STEPS = 200
/** Of all kept texts. */
const MAX_CHARACTERS = 16 * 1024 * 1024
/** Key by key, a moved component or a typed word is one step. */
const JOINED_MS = 1_000

export const beginning = (present: string): History => ({ past: [], present, future: [] })

/** The history with another text. `kind` names edits that belong together, e.g. `move Start`. */
export function withText(history: History, text: string, at: number, kind?: string): History {
  if (text === history.present) return history
  const isJoined =
    kind !== undefined &&
    history.last?.kind === kind &&
    at - history.last.at < JOINED_MS &&
    history.past.length > 0
  const past = isJoined ? history.past : kept([...history.past, history.present])
  return { past, present: text, future: [], ...(kind !== undefined && { last: { kind, at } }) }
}

export function undone({ past, present, future }: History): History {
  const before = past.at(-1)
  if (before === undefined) return { past, present, future }
  return { past: past.slice(0, -1), present: before, future: [present, ...future] }
}

export function redone({ past, present, future }: History): History {
  const [next, ...rest] = future
  if (next === undefined) return { past, present, future }
  return { past: [...past, present], present: next, future: rest }
}

function kept(texts: readonly string[]): readonly string[] {
  let characters = 0
  const from = texts.findLastIndex((text) => {
    characters += text.length
    return characters > MAX_CHARACTERS
  })
  return texts.slice(Math.max(from + 1, texts.length - MAX_STEPS))
}
