import { isRefusedCredential } from '../explain.ts'
import type { Remote } from '../remote.ts'
import type { AuthenticatedLocation, Provider } from './provider.ts'

/**
 * Calls Git with where it reaches a location; once more where the token that was refused is one that the
 * installation got for itself: it may have been revoked before its time. Throws what `call` and
 * `Provider.remote` throw.
 */
export async function withRemote<T>(
  provider: Provider,
  location: AuthenticatedLocation,
  call: (remote: Remote) => Promise<T>,
): Promise<T> {
  try {
    return await call(await provider.remote(location))
  } catch (error) {
    if (!isRefusedCredential(error) || provider.forget?.(location) !== true) throw error
    return call(await provider.remote(location))
  }
}
