const unknownAuthority = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])

/**
 * Why a TLS connection failed, without a full stop; undefined for other errors. `trusting` is the setting
 * that names certificates to trust. Node's own message advises options of `node`, which users of a packaged
 * program cannot set.
 */
export function tlsFault(error: Error, trusting: string): string | undefined {
  const code = (error as NodeJS.ErrnoException).code ?? ''
  if (unknownAuthority.has(code))
    return `its certificate is self-signed or of an authority that is not known here (${trusting} names a file with certificates to trust)`
  if (error.message.includes('wrong version number')) return 'it does not speak TLS there'
  return undefined
}
