import { Secret, TOTP } from 'otpauth'

/** What an authenticator app with this secret shows now, or `steps` half minutes later. */
export const totpCode = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })
