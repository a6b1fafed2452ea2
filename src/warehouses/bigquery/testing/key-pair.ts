import { generateKeyPairSync } from 'node:crypto'

/** A key of a service account, and the text of its key file for a service. */
export function keyPair() {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const keyFile = (endpoint: string, key: string = privateKey) =>
    JSON.stringify({ client_email: 'robot@test', private_key: key, token_uri: `${endpoint}/token` })
  return { publicKey, keyFile }
}
