import { createHash } from 'node:crypto'

/** How `ssh-keygen -l` writes a key of a server. */
export const fingerprintOf = (key: Buffer): string =>
  `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`

/**
 * The fingerprints in a text of one or several: as `SHA256:…`, or as lines of public keys, which may begin
 * with the name of the host as a file of known hosts has it. A fault is the end of a sentence.
 */
export function readHostKeys(
  text: string,
): { readonly fingerprints: readonly string[] } | { readonly fault: string } {
  const fingerprints: string[] = []
  for (const line of text.split(/[\n,]/)) {
    const words = line.trim().split(/\s+/)
    if (words[0] === '') continue
    const stated = words.find((word) => /^SHA256:[A-Za-z0-9+/]{43}=?$/.test(word))
    const key = words.find((word) => /^AAAA[A-Za-z0-9+/]+=*$/.test(word))
    if (stated !== undefined) fingerprints.push(stated.replace(/=$/, ''))
    else if (key !== undefined) fingerprints.push(fingerprintOf(Buffer.from(key, 'base64')))
    else return { fault: 'must be the fingerprint of a key, such as SHA256:…, or a public key of the server' }
  }
  return { fingerprints }
}
