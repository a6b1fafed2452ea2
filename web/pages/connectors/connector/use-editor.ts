import { useState } from 'react'
import { invalidate } from '../../../api/client.ts'
import { showDone } from '../../../ui/confirm.tsx'
import { connectorsPath } from '../wire.ts'
import { type ConnectorDraft, changeOf, draftOf, type EndpointDraft, isSame, withIds } from './draft.ts'
import { type Fault, faultsOf, missingIn } from './faults.ts'
import { type Stored, store } from './use-stored.ts'

/** The state of the editor, and the changes it allows. */
export interface Editor {
  readonly connectorId: string
  readonly draft: ConnectorDraft
  readonly isDirty: boolean
  readonly isSaving: boolean
  readonly faults: readonly Fault[]
  /** Why the last attempt to save failed, as the API says it. */
  readonly error: unknown
  rename(name: string): void
  setEndpoints(endpoints: readonly EndpointDraft[]): void
  changeEndpoint(key: string, change: Partial<EndpointDraft>): void
  /** Stores the draft. Returns it with the ids of its endpoints; undefined when it could not be stored. */
  save(): Promise<ConnectorDraft | undefined>
}

/** Begins with the stored connector; later changes by others do not touch what the user edits. */
export function useEditor(stored: Stored): Editor {
  const { connectorId } = stored.value
  const [draft, setDraft] = useState(() => draftOf(stored.value))
  const [saved, setSaved] = useState(draft)
  const [last, setLast] = useState(stored)
  const [isSaving, setSaving] = useState(false)
  const [error, setError] = useState<unknown>()
  const [missing, setMissing] = useState<readonly Fault[]>([])

  async function save(): Promise<ConnectorDraft | undefined> {
    const faults = missingIn(draft)
    setMissing(faults)
    setError(undefined)
    if (faults.length > 0) return undefined
    setSaving(true)
    try {
      const now = await store(last, changeOf(draft))
      const whole = withIds(draft, draft, now.value)
      setLast(now)
      setSaved(whole)
      setDraft((current) => withIds(current, draft, now.value))
      void invalidate(connectorsPath)
      showDone(`Saved ${draft.name}`)
      return whole
    } catch (problem) {
      setError(problem)
      return undefined
    } finally {
      setSaving(false)
    }
  }
  return {
    connectorId,
    draft,
    isSaving,
    error,
    save,
    isDirty: !isSame(draft, saved),
    faults: [...missing, ...faultsOf(error)],
    rename: (name) => setDraft((now) => ({ ...now, name })),
    setEndpoints: (endpoints) => {
      setMissing([]) // faults say positions, which are others now
      setError(undefined)
      setDraft((now) => ({ ...now, endpoints }))
    },
    changeEndpoint: (key, change) =>
      setDraft((now) => ({
        ...now,
        endpoints: now.endpoints.map((one) => (one.key === key ? { ...one, ...change } : one)),
      })),
  }
}
