import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { SignJWT } from 'jose'
import { errorText } from '../../lib/error-text.ts'
import { WarehouseError } from '../warehouse-error.ts'
import { accountName } from './address.ts'
import type { SnowflakeConnection } from './connection.ts'

const TOKEN_SECONDS = 60

/** What a request to sign in proves the user with. Throws WarehouseError for a key that cannot be read. */
export async function credentialsOf(connection: SnowflakeConnection): Promise<Record<string, string>> {
  const { signIn } = connection
  switch (signIn.kind) {
    case 'password':
      return { PASSWORD: signIn.password }
    case 'key':
      return { AUTHENTICATOR: 'SNOWFLAKE_JWT', TOKEN: await keyToken(connection, keyOf(signIn)) }
    case 'access-token':
      return { AUTHENTICATOR: 'PROGRAMMATIC_ACCESS_TOKEN', TOKEN: signIn.token }
    default:
      return { AUTHENTICATOR: 'OAUTH', TOKEN: signIn.token }
  }
}

/** Signed with the private key; the name of the issuer says by which public key of the user it is checked. */
async function keyToken(connection: SnowflakeConnection, key: KeyObject): Promise<string> {
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'der' })
  const fingerprint = createHash('sha256').update(publicKey).digest('base64')
  const subject = `${accountName(connection)}.${connection.user.toUpperCase()}`
  return new SignJWT()
    .setProtectedHeader({ alg: 'RS256' })
    .setIssuer(`${subject}.SHA256:${fingerprint}`)
    .setSubject(subject)
    .setIssuedAt()
    .setExpirationTime(`${TOKEN_SECONDS}s`)
    .sign(key)
}

interface GivenKey {
  readonly privateKey: string
  readonly passphrase?: string | undefined
}

function keyOf({ privateKey, passphrase }: GivenKey): KeyObject {
  try {
    const key = createPrivateKey({ key: pemOf(privateKey), ...(passphrase !== undefined && { passphrase }) })
    if (key.asymmetricKeyType === 'rsa') return key
  } catch (error) {
    throw new WarehouseError(
      `The private key cannot be read (${errorText(error)}): it must be a PEM file, with its passphrase if it is encrypted`,
    )
  }
  throw new WarehouseError('The private key is not an RSA key, which Snowflake requires')
}

/** A form or a variable may have taken the line breaks away. */
function pemOf(text: string): string {
  const [, label, body] = /-----BEGIN ([A-Z ]+)-----(.*?)-----END/s.exec(text.replaceAll('\\n', '\n')) ?? []
  if (label === undefined || body === undefined) return text
  const lines = body.replaceAll(/\s+/g, '').match(/.{1,64}/g) ?? []
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n')
}
