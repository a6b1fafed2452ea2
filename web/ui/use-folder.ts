import { useState } from 'react'

/**
 * Whether a folder of a tree is open, and how to turn it. Each folder is open while something is looked for,
 * until it is closed in what was found; afterwards it is as it was before.
 */
export function useFolder(lookedFor: string, isUsuallyOpen: boolean) {
  const [wanted, setWanted] = useState<ReadonlyMap<string, boolean>>(new Map())
  const isOpen = wanted.get(lookedFor) ?? (lookedFor !== '' || isUsuallyOpen)
  return { isOpen, turn: () => setWanted(new Map([...wanted, [lookedFor, !isOpen]])) }
}
