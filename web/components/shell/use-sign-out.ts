import { type RouterHistory, useRouter } from '@tanstack/react-router'
import { enter } from '../../api/session.ts'
import { paths } from '../../paths.ts'

/**
 * Asks about what is not saved, ends the session with `end` and opens the page for signing in. Where `end`
 * returns an address, that of an identity provider, the browser goes on to it. Throws what `end` throws: then
 * the page stays.
 */
export function useSignOut(): (end: () => Promise<string | undefined>) => Promise<void> {
  const { history, navigate } = useRouter()
  return async (end) => {
    if (!(await mayLeave(history))) return
    const next = await end()
    await navigate({ to: paths.signIn, ignoreBlocker: true })
    enter(null)
    if (next !== undefined) window.location.assign(next)
  }
}

/** Whether every form of the page lets it go; a draft is saved by this. */
async function mayLeave({ location, _getBlockers }: RouterHistory): Promise<boolean> {
  const to = { currentLocation: location, nextLocation: { ...location, pathname: paths.signIn } }
  for (const { blockerFn } of _getBlockers()) {
    if (await blockerFn({ ...to, action: 'PUSH' })) return false
  }
  return true
}
