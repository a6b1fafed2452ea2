import type { BasedText } from '../model/history.ts'
import { isSame } from '../model/same.ts'
import type { FileKey, Saved, StoredText } from './stored.ts'

/** How long after an edit its text is sent. */
const QUIET_MS = 600
/** Somebody who never pauses is saved all the same. */
const MAX_WAIT_MS = 1_500
const RETRY_MS = 3_000

export type SaveState =
  | { readonly kind: 'saved'; readonly isDraft: boolean }
  | { readonly kind: 'unsaved' }
  | { readonly kind: 'saving' }
  | { readonly kind: 'failed'; readonly error: unknown }
  /** The other text is undefined when the draft is gone. */
  | { readonly kind: 'conflict'; readonly other: StoredText | undefined }

const noop = () => undefined
const basedOf = ({ text, baseCommit }: BasedText): BasedText => ({ text, baseCommit })

/** What was saved, and what the window shows from now on. */
interface Followed {
  readonly from: StoredText
  readonly to: StoredText
}

interface Tools {
  save(key: FileKey, stored: StoredText): Promise<Saved>
  changed(state: SaveState): void
}

/**
 * Sends the text of a file to its draft, one request at a time and always the newest text. After a failure it
 * tries again until it succeeds; after a conflict it waits for `overwrite` or `take`.
 */
export class Saver {
  readonly #key: FileKey
  readonly #tools: Tools
  #base: StoredText
  #text: BasedText
  #state: SaveState
  #timer: ReturnType<typeof setTimeout> | undefined
  #firstUnsavedAt: number | undefined
  #isClosed = false
  #sending: Promise<void> | undefined

  constructor(key: FileKey, stored: StoredText, tools: Tools) {
    this.#key = key
    this.#base = stored
    this.#text = basedOf(stored)
    this.#tools = tools
    this.#state = { kind: 'saved', isDraft: stored.etag !== undefined }
  }

  get state(): SaveState {
    return this.#state
  }

  /** What the draft is based on and was last saved with. */
  get base(): StoredText {
    return this.#base
  }

  put(text: BasedText): void {
    if (isSame(text, this.#text)) return
    this.#text = text
    if (this.#state.kind === 'conflict') return
    if (this.#state.kind !== 'saving' && this.#state.kind !== 'unsaved') this.#show({ kind: 'unsaved' })
    this.#firstUnsavedAt ??= Date.now()
    if (this.#state.kind !== 'saving')
      this.#later(Math.min(QUIET_MS, this.#firstUnsavedAt + MAX_WAIT_MS - Date.now()))
  }

  /** Saves now; resolves with whether everything is saved. */
  async flush(): Promise<boolean> {
    await this.#sending
    clearTimeout(this.#timer)
    if (this.#state.kind === 'unsaved' || this.#state.kind === 'failed') await this.#send()
    return this.#state.kind === 'saved'
  }

  /** Answers a conflict: the text of this window replaces the other. */
  async overwrite(): Promise<void> {
    if (this.#state.kind !== 'conflict') return
    const { other } = this.#state
    this.#base = { ...this.#base, etag: other?.etag }
    await this.#send()
  }

  /** Answers a conflict: the other text is what the window goes on with. */
  take(stored: StoredText): void {
    clearTimeout(this.#timer)
    this.#base = stored
    this.#text = basedOf(stored)
    this.#firstUnsavedAt = undefined
    this.#show({ kind: 'saved', isDraft: stored.etag !== undefined })
  }

  /**
   * The draft became a commit, or a merge changed the branch: reads what the branch has now, and saves
   * nothing until that is known. Resolves with what was saved and what the window shows instead. What was
   * typed since the last save is kept, as a draft of the new commit; of the old one where the branch has
   * another text, so that the next commit shows the conflict. Rejects with what `read` rejects with.
   */
  async follow(read: () => Promise<StoredText | undefined>): Promise<Followed | undefined> {
    await this.#sending
    clearTimeout(this.#timer)
    if (this.#state.kind === 'conflict' && this.#state.other !== undefined) return undefined
    this.#show({ kind: 'saving' })
    const reading = this.#readInto(read)
    this.#sending = reading.then(noop, noop)
    return await reading
  }

  /** Its page is shown. */
  open(): void {
    this.#isClosed = false
  }

  /** Its page is gone: sends once more what is not saved, and nothing after that. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.flush()
  }

  #later(ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#send(), Math.max(0, ms))
  }

  #send(): Promise<void> {
    this.#sending = this.#sendText()
    return this.#sending
  }

  async #sendText(): Promise<void> {
    const text = this.#text
    this.#firstUnsavedAt = undefined
    this.#show({ kind: 'saving' })
    try {
      const saved = await this.#tools.save(this.#key, { ...text, etag: this.#base.etag })
      if ('conflict' in saved) this.#show({ kind: 'conflict', other: saved.conflict })
      else this.#saved(text, saved.etag)
    } catch (error) {
      this.#show({ kind: 'failed', error })
      this.#again(RETRY_MS)
    }
  }

  async #readInto(read: () => Promise<StoredText | undefined>): Promise<Followed | undefined> {
    try {
      const to = await read()
      if (to === undefined) return undefined
      const from = this.#base
      if (this.#isAllSent()) this.take(to)
      else if (from.text === to.text) this.#goOn(from, to)
      else {
        this.#base = { ...from, etag: to.etag }
        return undefined
      }
      return { from, to }
    } finally {
      if (this.#state.kind === 'saving') this.#rest()
    }
  }

  /** What was saved was committed as it is; what was typed since then was made from it. */
  #goOn(from: StoredText, to: StoredText): void {
    this.#base = to
    if (this.#text.baseCommit === from.baseCommit) this.#text = { ...this.#text, baseCommit: to.baseCommit }
  }

  #isAllSent(): boolean {
    return isSame(this.#text, basedOf(this.#base))
  }

  /** What was typed is saved at once; otherwise nothing is to be done. */
  #rest(): void {
    if (!this.#isAllSent()) this.#again(0)
    else this.#show({ kind: 'saved', isDraft: this.#base.etag !== undefined })
  }

  #saved(text: BasedText, etag: string | undefined): void {
    this.#base = { ...text, etag }
    this.#show({ kind: 'saved', isDraft: true })
    if (!this.#isAllSent()) this.#again(0)
  }

  #again(ms: number): void {
    if (ms === 0) this.#show({ kind: 'unsaved' })
    if (!this.#isClosed) this.#later(ms)
  }

  #show(state: SaveState): void {
    this.#state = state
    if (!this.#isClosed) this.#tools.changed(state)
  }
}
