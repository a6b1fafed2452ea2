import { Secret, TOTP } from 'otpauth'

/** What every authenticator app understands (RFC 6238): six digits, a new code every half minute. */
const parameters = { algorithm: 'SHA1', digits: 6, period: 30 } as const
const SECRET_BYTES = 20
/** Clocks of phones are not exact: the code before and the code after count too. */
const WINDOW = 1

/** A new secret, in Base32 as people type it into an app. */
export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

/** What the QR code of an enrolment says. */
export const otpauthUri = (secret: string, issuer: string, userName: string): string =>
  new TOTP({ ...parameters, issuer, label: userName, secret: Secret.fromBase32(secret) }).toString()

/** The number of the half minute that a code is of; undefined when it is of none around `now`. */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime()
  const totp = new TOTP({ ...parameters, secret: Secret.fromBase32(secret) })
  const delta = totp.validate({ token: code, window: WINDOW, timestamp })
  return delta === null ? undefined : totp.counter({ timestamp }) + delta
}

export const isTotpCode = (text: string): boolean => /^\d{6}$/.test(text)
