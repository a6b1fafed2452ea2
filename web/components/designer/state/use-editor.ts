import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Document } from 'yaml'
import { editComponent, editText } from '../../../../src/pipeline/editing/edit-text.ts'
import { showFailure } from '../../../ui/confirm.tsx'
import { directionOf } from '../../pipeline-graph/layout.ts'
import type { Point } from '../../pipeline-graph/model.ts'
import { createReader, type Drawing, placesOf, scaleOf } from '../model/drawing.ts'
import {
  type BasedText,
  beginning,
  type History,
  redone,
  undone,
  withFollowed,
  withTaken,
  withText,
} from '../model/history.ts'
import { isSame } from '../model/same.ts'
import { saveDraft } from './draft-api.ts'
import { Identities } from './identities.ts'
import { Saver, type SaveState } from './saver.ts'
import type { FileKey, StoredText } from './stored.ts'

export type Editor = ReturnType<typeof useEditor>

/** Text typed as the parameters of a component that cannot be read yet; `stated` is what the file has. */
interface Unread {
  readonly text: string
  readonly stated: string
}

const aliasNeedsIt =
  'Nothing was changed: another part of the file uses this one through a YAML alias (*name). Edit the YAML instead.'
const NO_SCALE: Point = { x: 1, y: 1 }

/** The text of a file, what it draws, its history, and its way to the server. */
export function useEditor(key: FileKey, stored: StoredText) {
  const [history, setHistory] = useState(() => beginning(stored))
  const [identities] = useState(() => new Identities())
  const [unread] = useState(() => new Map<number, Unread>())
  const { text } = history.present
  const { reader, read, drawing, scale, places, direction } = useDrawing(key.path, text)
  const { saver, saveState } = useSaver(key, stored, history.present)
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
  const { apply, applyTo } = useEdits(now, reader, write)
  const take = useCallback(
    (other: StoredText) => {
      saver.take(other)
      go(withTaken(now.current, other))
    },
    [saver, go],
  )
  /**
   * The branch has a new commit: the next edit begins with its text; what was typed before it was read is
   * kept.
   */
  const follow = useCallback(
    async (read: () => Promise<StoredText | undefined>) => {
      const followed = await saver.follow(read)
      if (followed !== undefined) go(withFollowed(now.current, followed.from, followed.to))
    },
    [saver, go],
  )
  return {
    key,
    text,
    drawing,
    places,
    /** Where its links lead. */
    direction,
    scale,
    /** Whether the canvas shows an earlier text, because this one cannot be read. */
    isStale: read.drawing === undefined,
    /** The text as it was read. */
    file: read.file,
    identities,
    /** Of components, by their identity. */
    unread,
    saveState,
    saver,
    write,
    apply,
    applyTo,
    take,
    follow,
    undo: useCallback(() => go(undone(now.current)), [go]),
    redo: useCallback(() => go(redone(now.current)), [go]),
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
  }
}

/** Edits of the newest text; false when it cannot be edited: it is not valid YAML, or would no longer be. */
function useEdits(
  now: RefObject<History>,
  reader: ReturnType<typeof createReader>,
  write: (text: string, kind?: string) => void,
) {
  const writeEdited = useCallback(
    (edited: string | undefined, kind?: string): boolean => {
      if (edited !== undefined) write(edited, kind)
      else if (reader(now.current.present.text).drawing !== undefined) showFailure(new Error(aliasNeedsIt))
      return edited !== undefined
    },
    [now, reader, write],
  )
  const apply = useCallback(
    (change: (document: Document) => void, kind?: string): boolean =>
      writeEdited(editText(now.current.present.text, change), kind),
    [now, writeEdited],
  )
  /**
   * The same for one component, which alone `change` reads and writes: as quick in a large file as in a small
   * one.
   */
  const applyTo = useCallback(
    (component: string, change: (document: Document) => void, kind?: string): boolean =>
      writeEdited(editComponent(reader(now.current.present.text).file, component, change), kind),
    [now, reader, writeEdited],
  )
  return { apply, applyTo }
}

/** Sends each text to the server, and the last one when the page is left. */
function useSaver(key: FileKey, stored: StoredText, text: BasedText) {
  const [saveState, setSaveState] = useState<SaveState>({ kind: 'saved', isDraft: stored.etag !== undefined })
  const [saver] = useState(() => new Saver(key, stored, { save: saveDraft, changed: setSaveState }))
  useEffect(() => saver.put(text), [saver, text])
  useEffect(() => {
    saver.open()
    return () => void saver.close()
  }, [saver])
  return { saver, saveState }
}

/** What a text draws; while it cannot be read, what the last one drew that could. */
function useDrawing(path: string, text: string) {
  const reader = useMemo(() => createReader(path), [path])
  const read = reader(text)
  const last = useRef<Drawing>(undefined)
  if (read.drawing !== undefined) last.current = read.drawing
  const drawing = last.current
  const scale = useScale(drawing)
  const places = usePlaces(drawing, scale)
  const links = drawing?.links
  const direction = useMemo(() => (links?.length ? directionOf(places, links) : 'down'), [places, links])
  return { reader, read, drawing, scale, places, direction }
}

/** The same map until something is somewhere else. */
function usePlaces(drawing: Drawing | undefined, scale: Point): ReadonlyMap<string, Point> {
  const last = useRef<ReadonlyMap<string, Point>>(new Map())
  const { components, links } = drawing ?? {}
  return useMemo(() => {
    if (components === undefined || links === undefined) return last.current
    const now = placesOf({ components, links }, scale)
    const isStill =
      now.size === last.current.size && [...now].every(([name, at]) => isSame(at, last.current.get(name)))
    if (!isStill) last.current = now
    return last.current
  }, [components, links, scale])
}

/** Taken from the first text that can be read. */
function useScale(drawing: Drawing | undefined): Point {
  const [scale, setScale] = useState<Point | undefined>(() => drawing && scaleOf(drawing))
  if (scale === undefined && drawing !== undefined) setScale(scaleOf(drawing))
  return scale ?? NO_SCALE
}
