import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Document } from 'yaml'
import { editText } from '../../../../src/pipeline/editing/edit-text.ts'
import type { Point } from '../../pipeline-graph/model.ts'
import { type Drawing, placesOf, readDrawing, scaleOf } from '../model/drawing.ts'
import { beginning, type History, redone, undone, withText } from '../model/history.ts'
import { saveDraft } from './draft-api.ts'
import { Saver, type SaveState } from './saver.ts'
import type { FileKey, StoredText } from './stored.ts'

export type Editor = ReturnType<typeof useEditor>

const NO_SCALE: Point = { x: 1, y: 1 }

/** The text of a file, what it draws, its history, and its way to the server. */
export function useEditor(key: FileKey, stored: StoredText) {
  const [history, setHistory] = useState(() => beginning(stored.text))
  const [saveState, setSaveState] = useState<SaveState>({ kind: 'saved', isDraft: stored.etag !== undefined })
  const [saver] = useState(() => new Saver(key, stored, { save: saveDraft, changed: setSaveState }))
  const text = history.present
  const read = useMemo(() => readDrawing(key.path, text), [key.path, text])
  const last = useRef<Drawing>(undefined)
  if (read.drawing !== undefined) last.current = read.drawing
  const drawing = last.current
  const scale = useScale(drawing)
  const places = useMemo(
    () => (drawing === undefined ? new Map<string, Point>() : placesOf(drawing, scale)),
    [drawing, scale],
  )
  useEffect(() => saver.put(text), [saver, text])
  useEffect(() => {
    saver.open()
    return () => void saver.close()
  }, [saver])

  const now = useRef(history)
  now.current = history
  const go = useCallback((next: History) => {
    now.current = next
    setHistory(next)
  }, [])
  const write = useCallback(
    (written: string, kind?: string) => go(withText(now.current, written, Date.now(), kind)),
    [go],
  )
  /** Edits the newest text; false when it cannot be edited because it is not valid YAML. */
  const apply = useCallback(
    (change: (document: Document) => void, kind?: string): boolean => {
      const edited = editText(now.current.present, change)
      if (edited !== undefined) write(edited, kind)
      return edited !== undefined
    },
    [write],
  )
  const take = useCallback(
    (other: StoredText) => {
      saver.take(other)
      go(withText(now.current, other.text, Date.now()))
    },
    [saver, go],
  )
  /** The branch has a new commit: the next edit begins with its text; what was typed before it was read is kept. */
  const follow = useCallback(
    async (read: () => Promise<StoredText | undefined>) => {
      const taken = await saver.follow(read)
      if (taken !== undefined) go(withText(now.current, taken.text, Date.now()))
    },
    [saver, go],
  )
  return {
    key,
    text,
    drawing,
    places,
    scale,
    /** Whether the canvas shows an earlier text, because this one cannot be read. */
    isStale: read.drawing === undefined,
    readFaults: read.faults,
    saveState,
    saver,
    write,
    apply,
    take,
    follow,
    undo: useCallback(() => go(undone(now.current)), [go]),
    redo: useCallback(() => go(redone(now.current)), [go]),
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
  }
}

/** Taken from the first text that can be read. */
function useScale(drawing: Drawing | undefined): Point {
  const [scale, setScale] = useState<Point | undefined>(() => drawing && scaleOf(drawing))
  if (scale === undefined && drawing !== undefined) setScale(scaleOf(drawing))
  return scale ?? NO_SCALE
}
