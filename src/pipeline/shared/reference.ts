/** What a `version` says that means the newest version that is enabled; so does none. */
export const LATEST = '[Latest]'

/** The type of the component that runs a shared pipeline. */
export const SHARED_CALL_TYPE = 'run-shared-pipeline'

/** A shared pipeline: the set it is published in, and its id there. */
export interface SharedReference {
  readonly prefix: string
  readonly id: string
}

/**
 * Reads `<prefix>#<id>`; undefined when it is something else. A prefix may have a `#` of its own, an id may
 * not.
 */
export function sharedReference(text: string): SharedReference | undefined {
  const at = text.lastIndexOf('#')
  const prefix = text.slice(0, Math.max(0, at)).trim()
  const id = text.slice(at + 1).trim()
  return at === -1 || prefix === '' || id === '' ? undefined : { prefix, id }
}

/** The version that a component states, undefined for the newest. */
export function statedVersion(text: string): string | undefined {
  const version = text.trim()
  return version === '' || version.toLowerCase() === LATEST.toLowerCase() ? undefined : version
}
