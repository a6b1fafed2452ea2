import { useSyncExternalStore } from 'react'
import { basePath } from './base.ts'

const PROBE_MS = 3_000
/** Answers anybody, and quickly. */
const PROBE = '/v1/sign-in/options'
/** What a proxy answers for a server behind it that does not. */
const GATEWAY_STATUSES: readonly number[] = [502, 504]

let isLost = false
let isProbing = false
let onBack = () => {}
const listeners = new Set<() => void>()

/** `act` is called when the server answers again after it did not. */
export function whenBack(act: () => void): void {
  onBack = act
}

/**
 * A request failed without an answer of the server: asks whether that is so for others too, because one
 * request may fail for reasons of its own. Once it is, asks again until the server is back.
 */
export function suspectConnection(): void {
  if (isProbing) return
  isProbing = true
  void probe()
}

async function probe(): Promise<void> {
  const isBack = await fetch(`${basePath}${PROBE}`, { credentials: 'omit' }).then(
    ({ status }) => !GATEWAY_STATUSES.includes(status),
    () => false,
  )
  isProbing = !isBack
  if (isProbing) setTimeout(probe, PROBE_MS)
  if (isLost === !isBack) return
  isLost = !isBack
  for (const listener of listeners) listener()
  if (isBack) onBack()
}

/** Whether the server answers for the page that is open, so that it can be reloaded. */
export const servesPages = (): Promise<boolean> =>
  fetch(window.location.href, { method: 'HEAD', headers: { accept: 'text/html' } }).then(
    ({ ok }) => ok,
    () => false,
  )

export const isGatewayFault = (status: number): boolean => GATEWAY_STATUSES.includes(status)

/** Whether the server cannot be reached at present. */
export const useIsConnectionLost = (): boolean => useSyncExternalStore(subscribe, () => isLost)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
