import { type RefObject, useRef, useState } from 'react'
import { client, invalidate } from '../../../../api/client.ts'
import { sentenceOf } from '../../../../api/problem.ts'
import type { FailedOverride, Value, Variable } from '../shapes.ts'
import { cellKey } from '../values.ts'

/** What could not be written into a cell, and why. */
export interface CellFailure {
  /** What was to be written; absent when a value was to be taken away. */
  readonly value?: Value
  readonly detail: string
}

/** What the table knows of one cell, and how it is opened and closed. */
export interface Cell {
  readonly failure: CellFailure | undefined
  readonly isOpen: boolean
  /** Where the open cell puts what saves it, for as long as something typed is not saved. */
  readonly saveOpen: RefObject<(() => void) | undefined>
  readonly onOpen: () => void
  readonly onClose: () => void
  readonly onDismiss: () => void
}

const all = '/v1/projects/{projectId}/variables'

/** The cells of the table: which is being written, what failed in which, and writing them. */
export function useCells(projectId: string) {
  const [open, setOpen] = useState<string>()
  const saveOpen = useRef<() => void>(undefined)
  const [failures, setFailures] = useState<ReadonlyMap<string, CellFailure>>(new Map())

  function settle(keys: readonly string[], failed: readonly (readonly [string, CellFailure])[]): void {
    setFailures((before) => new Map([...[...before].filter(([key]) => !keys.includes(key)), ...failed]))
    setOpen((before) => (before !== undefined && keys.includes(before) ? undefined : before))
  }

  /** Opens a cell, as in a spreadsheet: what was typed in the one that was open is saved. */
  function openCell(key: string): void {
    saveOpen.current?.()
    setOpen(key)
  }

  /** One value for several environments; each succeeds or fails alone, and its cell says so. */
  async function override({ name }: Variable, environmentNames: readonly string[], value: Value) {
    const keys = environmentNames.map((environmentName) => cellKey(name, environmentName))
    const { data, error } = await answered(() =>
      client.POST(`${all}/{variableName}/environment-overrides`, {
        params: { path: { projectId, variableName: name } },
        body: { overrides: environmentNames.map((environmentName) => ({ environmentName, value })) },
      }),
    )
    settle(
      keys,
      data !== undefined
        ? data.failedOverride.map((one) => [cellKey(name, one.environmentName), failureOf(one)])
        : keys.map((key) => [key, { value, detail: sentenceOf(error) }]),
    )
    await invalidate(all)
  }

  /** Takes the override of an environment away: the value of the project holds again. */
  async function inherit({ name }: Variable, environmentName: string): Promise<void> {
    const { error } = await answered(() =>
      client.DELETE(`${all}/{variableName}/environment-overrides/{environmentName}`, {
        params: { path: { projectId, variableName: name, environmentName } },
      }),
    )
    const key = cellKey(name, environmentName)
    settle([key], error === undefined ? [] : [[key, { detail: sentenceOf(error) }]])
    await invalidate(all)
  }

  async function change({ name, type, behaviour }: Variable, value: Value): Promise<void> {
    const { error } = await answered(() =>
      client.PATCH(`${all}/{variableName}`, {
        params: { path: { projectId, variableName: name } },
        body: { type, behaviour, value },
      }),
    )
    settle(
      [cellKey(name)],
      error === undefined ? [] : [[cellKey(name), { value, detail: sentenceOf(error) }]],
    )
    await invalidate(all)
  }

  const at = (key: string): Cell => ({
    failure: failures.get(key),
    isOpen: open === key,
    saveOpen,
    onOpen: () => openCell(key),
    onClose: () => setOpen(undefined),
    onDismiss: () => settle([key], []),
  })
  return { at, override, inherit, change }
}

export type Cells = ReturnType<typeof useCells>

/** A server that cannot be reached is an error like any other. */
async function answered<A extends { error?: unknown }>(
  ask: () => Promise<A>,
): Promise<A | { data?: never; error: unknown }> {
  try {
    return await ask()
  } catch (error) {
    return { error }
  }
}

/** Cells send values only, so what comes back is one. */
const failureOf = ({ value, detail }: FailedOverride): CellFailure => ({ value: value as Value, detail })
