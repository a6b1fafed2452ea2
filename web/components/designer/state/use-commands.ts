import { useMemo, useRef } from 'react'
import { copiedComponents, type Pasted, pasteComponents } from '../../../../src/pipeline/editing/clipboard.ts'
import {
  addComponent,
  freeName,
  putInComponent,
  removeComponents,
  renameComponent,
} from '../../../../src/pipeline/editing/components.ts'
import { putGroup, removeGroup, renameGroup } from '../../../../src/pipeline/editing/groups.ts'
import { connect, disconnect, type LinkEnds, type LinkKind } from '../../../../src/pipeline/editing/links.ts'
import { type FileValue, madeMapAt, putValue } from '../../../../src/pipeline/editing/nodes.ts'
import {
  addNote,
  changeNote,
  movedTo,
  type NoteChange,
  removeNotes,
} from '../../../../src/pipeline/editing/places.ts'
import { MAX_COMPONENT_NAME_CHARACTERS } from '../../../../src/pipeline/parse-component.ts'
import { showDone } from '../../../ui/confirm.tsx'
import { CARD, type Point, type Size } from '../../pipeline-graph/model.ts'
import { type Alignment, aligned, freePlace, placeBehind } from '../model/align.ts'
import type { ComponentType } from '../model/catalogue.ts'
import { type Drawing, inFile } from '../model/drawing.ts'
import { usualKind } from '../model/link-kinds.ts'
import { blocksOfSql, type NewBlock } from '../model/new-blocks.ts'
import { namesVariable } from '../variables/variable-commands.ts'
import { nothing, onlyComponents, onlyNote, type Selection } from './selection.ts'
import type { Editor } from './use-editor.ts'

export type Commands = ReturnType<typeof commandsOf>

interface Surroundings {
  readonly editor: Editor
  readonly selection: Selection
  readonly select: (selection: Selection) => void
  readonly types: readonly ComponentType[]
}

/** Everything that the canvas, the keys and the panels do to the pipeline. */
export function useCommands(surroundings: Surroundings): Commands {
  const latest = useRef(surroundings)
  latest.current = surroundings
  // The same functions in every render: what calls one is not drawn again with every key.
  return useMemo(() => callingLatest(() => commandsOf(latest.current)), [])
}

/** Commands that begin with what `make` answers when they are called. */
function callingLatest(make: () => Commands): Commands {
  const names = Object.keys(make()) as (keyof Commands)[]
  const call =
    (name: keyof Commands) =>
    (...args: never[]) =>
      (make()[name] as (...args: never[]) => unknown)(...args)
  return Object.fromEntries(names.map((name) => [name, call(name)])) as unknown as Commands
}

const NEW_GAP = 112
const PASTE_SHIFT = 40

/**
 * What can be done to a pipeline with what is chosen now. Nothing changes while its text is no valid YAML.
 */
// Over 60 lines: one short command each.
export function commandsOf({ editor, selection, select, types }: Surroundings) {
  const { drawing, places, direction, scale, apply, applyTo } = editor
  const names = new Set(drawing?.components.map(({ name }) => name))
  const toFile = (moved: ReadonlyMap<string, Point>) =>
    new Map([...moved].map(([name, place]) => [name, inFile(place, scale)]))
  /** Where a file places nothing yet, all components get the places that they are seen at. */
  const allPlaces = () =>
    drawing?.components.every(({ position }) => position !== undefined) === true ? new Map() : toFile(places)

  /**
   * Adds components one behind the other, the first behind those that are chosen; at a place of its own it
   * has no link. False when there is nothing to add, or nothing that it could be added to.
   */
  function add(blocks: readonly NewBlock[], at?: Point): boolean {
    if (drawing === undefined || blocks.length === 0) return false
    let before: readonly Ended[] = at === undefined ? ends(drawing, selection) : []
    const befores = before.flatMap(({ name }) => places.get(name) ?? [])
    let wanted = at ?? placeBehind(befores, direction) ?? rightOf(places)
    const taken = [...places.values()]
    const known = new Set(names)
    const isAdded = apply((document) => {
      movedTo(document, allPlaces())
      for (const block of blocks) {
        const name = freeName(known, block.name)
        const place = freePlace(taken, wanted, direction)
        addComponent(document, { ...block, name, position: inFile(place, scale) })
        for (const one of block.takesLinks ? before : []) {
          const kind = usualKind(drawing.pipeline.kind, one, drawing.links)
          if (kind !== undefined) connect(document, { from: one.name, to: name, kind })
        }
        known.add(name)
        taken.push(place)
        wanted = placeBehind([place], direction)!
        before = [{ name, type: block.type }]
      }
    })
    if (isAdded) select(onlyComponents(before[0]!.name))
    return isAdded
  }

  function move(moved: ReadonlyMap<string, Point>, notes: ReadonlyMap<string, Point>): void {
    if (moved.size + notes.size === 0) return
    const kind = `move ${[...moved.keys(), ...notes.keys()].join('\n')}`
    apply((document) => {
      movedTo(document, new Map([...allPlaces(), ...toFile(moved)]))
      for (const [key, place] of notes) changeNote(document, key, { position: inFile(place, scale) })
    }, kind)
  }

  const remove = (): void => removeAll(selection)

  function removeAll({ components, notes, link }: Selection): void {
    const ends = drawing?.links.find(({ from, to }) => from === link?.from && to === link.to)
    apply((document) => {
      removeComponents(document, components)
      removeNotes(document, notes)
      for (const kind of ends?.conditions ?? [])
        disconnect(document, { from: ends!.from, to: ends!.to, kind })
    })
    select(nothing)
  }

  function join(from: string, to: string): void {
    const start = drawing?.components.find(({ name }) => name === from)
    const kind = drawing && start && usualKind(drawing.pipeline.kind, start, drawing.links)
    if (kind === undefined || from === to) return
    apply((document) => connect(document, { from, to, kind }))
    select({ ...nothing, link: { from, to } })
  }

  function setLink(ends: LinkEnds, isThere: boolean): void {
    apply((document) => (isThere ? connect : disconnect)(document, ends))
  }

  function changeLink(ends: LinkEnds, kind: LinkKind): void {
    apply((document) => {
      disconnect(document, ends)
      connect(document, { ...ends, kind })
    })
  }

  function rename(name: string, wanted: string): boolean {
    const to = wanted.trim()
    if (to === '' || to.length > MAX_COMPONENT_NAME_CHARACTERS || (to !== name && names.has(to))) return false
    if (!apply((document) => renameComponent(document, name, to))) return true // it said why
    editor.identities.rename(name, to)
    select(onlyComponents(to))
    return true
  }

  function put(name: string, path: readonly [string, ...string[]], value: FileValue | undefined): void {
    applyTo(name, (document) => putInComponent(document, name, path, value), `put ${name} ${path.join('.')}`)
  }

  function copied(): string | undefined {
    let text: string | undefined
    if (selection.components.size > 0)
      apply((document) => {
        text = copiedComponents(document, selection.components, namesVariable(types))
      })
    return text
  }

  /** Copies the chosen components and removes them. Notes are not copied, so they stay. */
  function cut(): string | undefined {
    const text = copied()
    if (text !== undefined) removeAll({ ...nothing, components: selection.components })
    return text
  }

  /**
   * Adds what was copied from a pipeline, or the components that an SQL script asks for; false when the text
   * is neither.
   */
  function paste(text: string, corner?: Point): boolean {
    let pasted: Pasted = { components: [], variables: [] }
    const lowest = Math.max(0, ...[...places.values()].map(({ y }) => y)) + CARD.height + PASTE_SHIFT
    const isApplied = apply((document) => {
      pasted = pasteComponents(document, text, inFile(corner ?? { x: leftOf(places), y: lowest }, scale))
      if (pasted.components.length > 0) movedTo(document, allPlaces())
    })
    const { components, variables } = pasted
    const isPasted = isApplied && components.length > 0
    if (isPasted) select(onlyComponents(...components))
    if (isPasted && variables.length > 0)
      showDone(`Pasted with the variables that it uses: ${variables.join(', ')}`)
    return isPasted || (drawing !== undefined && add(blocksOfSql(text, drawing.pipeline.kind)))
  }

  function duplicate(): void {
    const text = copied()
    const chosen = [...selection.components].flatMap((name) => places.get(name) ?? [])
    if (text === undefined || chosen.length === 0) return
    const x = Math.min(...chosen.map((place) => place.x)) + PASTE_SHIFT
    const y = Math.max(...chosen.map((place) => place.y)) + CARD.height + PASTE_SHIFT
    paste(text, { x, y })
  }

  function align(how: Alignment): void {
    const chosen = new Map([...places].filter(([name]) => selection.components.has(name)))
    if (chosen.size > 1) move(aligned(chosen, how), new Map())
  }

  function note(at?: Point): void {
    const position = inFile(at ?? { x: leftOf(places), y: topOf(places) - 160 }, scale)
    apply((document) => {
      movedTo(document, allPlaces())
      const size = { width: 220, height: 100 }
      select(onlyNote(addNote(document, { position, size, text: 'Note' })))
    })
  }

  function putNote(key: string, change: NoteChange): void {
    apply((document) => changeNote(document, key, change), `note ${key}`)
  }

  function resizeNote(key: string, { width: x, height: y }: Size): void {
    const size = inFile({ x, y }, scale)
    apply((document) => changeNote(document, key, { size: { width: size.x, height: size.y } }))
  }

  /** Groups the chosen components; a group of which all are chosen gets the others too. */
  function group(): void {
    const chosen = selection.components
    if (chosen.size < 2) return
    const groups = drawing?.groups ?? []
    const whole = groups.find(({ components }) => components.every((name) => chosen.has(name)))
    const name = whole?.name ?? freeName(new Set(groups.map((one) => one.name)), 'Group')
    apply((document) => putGroup(document, name, chosen))
  }

  /** False when the name is empty or taken. */
  function nameGroup(name: string, wanted: string): boolean {
    const to = wanted.trim()
    if (to === name) return true
    if (to === '' || drawing?.groups.some((one) => one.name === to) === true) return false
    apply((document) => renameGroup(document, name, to))
    return true
  }

  function ungroup(name: string): void {
    apply((document) => removeGroup(document, name))
  }

  function describe(text: string): void {
    apply((document) => {
      const metadata = madeMapAt(document, ['pipeline', 'metadata'])
      putValue(document, metadata, 'description', text)
    }, 'description')
  }

  return {
    add,
    move,
    remove,
    join,
    setLink,
    changeLink,
    rename,
    put,
    copied,
    cut,
    paste,
    duplicate,
    align,
    note,
    putNote,
    resizeNote,
    group,
    nameGroup,
    ungroup,
    describe,
  }
}

interface Ended {
  readonly name: string
  readonly type: string
}

/** What the next component comes behind: what is chosen, or the start of a pipeline that has nothing else. */
function ends({ components }: Drawing, { components: chosen }: Selection): readonly Ended[] {
  const [first] = components
  if (chosen.size === 0 && components.length === 1 && first?.type === 'start') return [first]
  return components.filter(({ name }) => chosen.has(name))
}

const leftOf = (places: ReadonlyMap<string, Point>) => Math.min(...orZero(places, 'x'))
const topOf = (places: ReadonlyMap<string, Point>) => Math.min(...orZero(places, 'y'))
const orZero = (places: ReadonlyMap<string, Point>, axis: 'x' | 'y') =>
  places.size === 0 ? [0] : [...places.values()].map((place) => place[axis])

const rightOf = (places: ReadonlyMap<string, Point>): Point =>
  places.size === 0
    ? { x: 0, y: 0 }
    : { x: Math.max(...orZero(places, 'x')) + CARD.width + NEW_GAP, y: topOf(places) }
