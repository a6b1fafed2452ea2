import { type RefObject, useEffect, useRef } from 'react'
import type { Drawing } from '../model/drawing.ts'
import type { RunPart } from './run-part.ts'
import { nothing, type Selection } from './selection.ts'
import type { Commands } from './use-commands.ts'
import type { Editor } from './use-editor.ts'

interface Keys {
  readonly root: RefObject<HTMLElement | null>
  readonly editor: Editor
  readonly commands: Commands
  readonly selection: Selection
  readonly select: (selection: Selection) => void
  readonly isEditable: boolean
  /** Leaves the full screen; absent while it is not used. */
  readonly onLeave: (() => void) | undefined
  /** Moves the focus to the field that links the chosen component. */
  readonly onLink: () => void
  /** Moves the focus to the search of the palette. */
  readonly onAdd: () => void
  /** Samples the chosen component; absent where nothing can be sampled. */
  readonly onSample: (() => void) | undefined
  /** Runs a part that begins with the chosen component; absent where none can run. */
  readonly onRunPart: ((extent: RunPart['extent']) => void) | undefined
}

/**
 * The keys of the canvas. Fields keep theirs: Ctrl+Z in a field is undone there. They work too while nothing
 * in the Designer has the focus, as after the removal of the component that had it or a click on the empty
 * canvas; but what is still typed when a field is gone is not for the canvas.
 */
export function useKeys(keys: Keys) {
  const copied = useRef<string>(undefined)
  const latest = useRef(keys)
  latest.current = keys

  useEffect(() => {
    /** What the focus or the pointer was on last. */
    let last: EventTarget | null = null
    const isMine = (event: Event): boolean =>
      !event.defaultPrevented &&
      !(isUndo(event) ? isWritten(event.target) : isField(event.target)) &&
      isAround(latest.current.root.current, event.target as Node)
    const onKeyDown = (event: KeyboardEvent) => {
      const isMeant = isMine(event) && !(isTyped(event) && isFieldGone(last))
      const act = isMeant ? actionOf(event, latest.current, last) : undefined
      if (act === undefined) return
      event.preventDefault()
      act()
    }
    const onCopy = (event: ClipboardEvent) => {
      if (!isMine(event) || hasTextSelection()) return
      const { commands } = latest.current
      const text = event.type === 'cut' && canEdit(latest.current) ? commands.cut() : commands.copied()
      if (text === undefined) return
      copied.current = text
      event.clipboardData?.setData('text/plain', text)
      event.preventDefault()
    }
    const onPaste = (event: ClipboardEvent) => {
      if (!isMine(event) || !canEdit(latest.current)) return
      const text = event.clipboardData?.getData('text/plain') ?? ''
      if (latest.current.commands.paste(text)) event.preventDefault()
    }
    const onPlace = ({ target }: Event) => {
      last = target
    }
    const listening = new AbortController()
    const { signal } = listening
    document.addEventListener('focusin', onPlace, { signal, capture: true })
    document.addEventListener('pointerdown', onPlace, { signal, capture: true })
    document.addEventListener('keydown', onKeyDown, { signal })
    document.addEventListener('copy', onCopy, { signal })
    document.addEventListener('cut', onCopy, { signal })
    document.addEventListener('paste', onPaste, { signal })
    return () => listening.abort()
  }, [])

  /** For the button. Throws what to do instead when there is nothing that it can paste. */
  async function pasteCopied(): Promise<void> {
    const readable = await readClipboard()
    const text = readable ?? copied.current
    if (text !== undefined && latest.current.commands.paste(text)) return
    throw new Error(
      readable === undefined
        ? 'The browser does not let this button read the clipboard. Press Ctrl+V instead.'
        : 'The clipboard holds no components. Choose some, here or in another pipeline, and press Ctrl+C.',
    )
  }
  return { pasteCopied }
}

/** `last`: what the focus or the pointer was on last. */
function actionOf(event: KeyboardEvent, keys: Keys, last: EventTarget | null): (() => void) | undefined {
  const { root, editor, commands, selection, select, isEditable } = keys
  const isCommand = event.ctrlKey || event.metaKey
  const key = event.key.toLowerCase()
  if (isCommand && key === 'a') return () => select(everything(editor.drawing))
  if (key === 'escape') return selection === nothing ? keys.onLeave : () => select(nothing)
  if (key === 's' && !isCommand && !event.altKey) return keys.onSample
  if (!isEditable) return undefined
  if (isCommand && key === 'z') return event.shiftKey ? editor.redo : editor.undo
  if (isCommand && key === 'y') return editor.redo
  if (editor.isStale) return undefined
  if (isCommand && key === 'd') return commands.duplicate
  if (isCommand && key === 'g') return commands.group
  if (isCommand || event.altKey) return undefined
  if (key === 'delete' || key === 'backspace')
    return [event.target, last].some((one) => isBeside(root.current, one)) ? undefined : commands.remove
  const { onRunPart } = keys
  if (key === 'r' && onRunPart !== undefined) return () => onRunPart(event.shiftKey ? 'only' : 'from')
  if (key === 'c' && selection.components.size === 1) return keys.onLink
  return key === 'a' ? keys.onAdd : undefined
}

/** While the text cannot be read, the canvas shows an earlier one. */
const canEdit = ({ isEditable, editor }: Keys): boolean => isEditable && !editor.isStale

const everything = (drawing: Drawing | undefined): Selection => ({
  components: new Set(drawing?.components.map(({ name }) => name)),
  notes: new Set(drawing?.notes.map(({ key }) => key)),
})

/**
 * On the page of the Designer, whose title or button has the focus when it was opened; or around it, where
 * the browser puts the focus after a click on the empty canvas.
 */
const isAround = (root: HTMLElement | null, target: Node): boolean =>
  pageOf(root)?.contains(target) === true || target.contains(root)

const pageOf = (root: HTMLElement | null): Element | undefined => root?.closest('#main') ?? root ?? undefined

const isField = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable="true"], .cm-editor') !== null

/** Whether a text can be written there: neither in a switch nor in a list to choose from. */
const isWritten = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(':read-write') !== null

const isFieldGone = (target: EventTarget | null): boolean =>
  isField(target) && !(target as Element).isConnected

/**
 * In the palette, a panel or above them, where Delete may be meant for what has the focus there, unless that
 * is a title.
 */
const isBeside = (root: HTMLElement | null, target: EventTarget | null): boolean =>
  target instanceof Element &&
  pageOf(root)?.contains(target) === true &&
  target.closest('.react-flow, [role="toolbar"], h1, h2') === null

const isUndo = (event: Event): boolean =>
  event instanceof KeyboardEvent && (event.ctrlKey || event.metaKey) && /^[zy]$/i.test(event.key)

/** Keys that change a text; Escape and the arrows do not. */
const isTyped = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  !ctrlKey && !metaKey && !altKey && (key.length === 1 || key === 'Delete' || key === 'Backspace')

const hasTextSelection = (): boolean => (window.getSelection()?.toString() ?? '') !== ''

/**
 * Undefined where the browser has no clipboard for pages, as without HTTPS, or the user does not allow it.
 */
const readClipboard = async (): Promise<string | undefined> =>
  window.isSecureContext ? navigator.clipboard.readText().catch(() => undefined) : undefined
