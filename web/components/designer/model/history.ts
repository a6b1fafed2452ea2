/** A text of a file. */
export interface BasedText {
  readonly text: string
  /** The commit that it was made on; absent for a file that no commit has. */
  readonly baseCommit: string | undefined
}

/**
 * Texts of a file, from the oldest that can be returned to. Each keeps its commit: an older one lacks what
 * others have changed since.
 */
export interface History {
  readonly past: readonly BasedText[]
  readonly present: BasedText
  readonly future: readonly BasedText[]
  /** What made the present text; the same edit soon afterwards replaces it instead of adding a step. */
  readonly last?: { readonly kind: string; readonly at: number }
}

const MAX_STEPS = 200
/** Of all kept texts. */
const MAX_CHARACTERS = 16 * 1024 * 1024
/** Key by key, a moved component or a typed word is one step. */
const JOINED_MS = 1_000

export const beginning = ({ text, baseCommit }: BasedText): History => ({
  past: [],
  present: { text, baseCommit },
  future: [],
})

/**
 * The history with another text, made from the present one. `kind` names edits that belong together, e.g.
 * `move Start`.
 */
export function withText(history: History, text: string, at: number, kind?: string): History {
  if (text === history.present.text) return history
  const isJoined =
    kind !== undefined &&
    history.last?.kind === kind &&
    at - history.last.at < JOINED_MS &&
    history.past.length > 0
  const past = isJoined ? history.past : kept([...history.past, history.present])
  const present = { ...history.present, text }
  return { past, present, future: [], ...(kind !== undefined && { last: { kind, at } }) }
}

/** The history with a text that was made elsewhere. */
export function withTaken(history: History, { text, baseCommit }: BasedText): History {
  return { ...withText(history, text, 0), present: { text, baseCommit } }
}

/**
 * The history after what was saved as `from` became `to`. Where the text is the same, it was committed with
 * nothing of others, and all that was made on the commit before goes on from the new one.
 */
export function withFollowed(history: History, from: BasedText, to: BasedText): History {
  if (from.text !== to.text) return withTaken(history, to)
  const moved = (step: BasedText): BasedText =>
    step.baseCommit === from.baseCommit ? { ...step, baseCommit: to.baseCommit } : step
  const { past, present, future } = history
  return { ...history, past: past.map(moved), present: moved(present), future: future.map(moved) }
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

function kept(texts: readonly BasedText[]): readonly BasedText[] {
  let characters = 0
  const from = texts.findLastIndex(({ text }) => {
    characters += text.length
    return characters > MAX_CHARACTERS
  })
  return texts.slice(Math.max(from + 1, texts.length - MAX_STEPS))
}
