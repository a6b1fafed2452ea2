import { expect, test } from 'vitest'
import { needsUserInfo, userNameIn, verifiedAddress, withUserInfo } from './claims.ts'

const sub = 's'
const email = 'a@example.com'

test('UserInfo is asked when the ID token lacks what a first sign-in needs, and only then', () => {
  const whole = { sub, email, email_verified: true }
  expect(needsUserInfo(whole, 'email', false)).toBe(false)
  expect(needsUserInfo(whole, 'email', true)).toBe(true) // the name to create a user with
  expect(needsUserInfo({ ...whole, name: 'A' }, 'email', true)).toBe(false)
  expect(needsUserInfo({ sub, email }, 'email', false)).toBe(true)
  expect(needsUserInfo({ sub, upn: 'a' }, 'upn', false)).toBe(false)
  expect(needsUserInfo({ sub, upn: null }, 'upn', false)).toBe(true)
  expect(needsUserInfo({ sub, upn: 'a' }, 'upn', true)).toBe(true)
})

test('what the ID token says counts before what UserInfo says', () => {
  expect(withUserInfo({ sub, name: 'signed' }, { sub: 'x', name: 'other', email })).toEqual({
    sub,
    name: 'signed',
    email,
  })
  const idToken = { sub, email, email_verified: false }
  expect(withUserInfo(idToken, { sub, email: 'b@example.com', email_verified: true })).toEqual(idToken)
})

test('an address is verified by the source that names it', () => {
  const verified = { sub, email, email_verified: true }
  expect(verifiedAddress(withUserInfo({ sub }, verified))).toBe(email)
  expect(verifiedAddress(withUserInfo({ sub, email }, verified))).toBe(email)
  const other = { ...verified, email: 'b@example.com' }
  expect(verifiedAddress(withUserInfo({ sub, email }, other))).toBeUndefined()
  expect(verifiedAddress(withUserInfo({ sub, email_verified: true }, { sub, email }))).toBeUndefined()
})

test('the reason says which claim is missing, or that the address is not verified', () => {
  expect(userNameIn({ sub, email, email_verified: true }, 'email')).toEqual({ userName: email })
  expect(userNameIn({ sub, email, email_verified: 'true' }, 'email')).toEqual({ userName: email })
  expect(userNameIn({ sub }, 'email')).toEqual({ reason: 'CLAIM_MISSING', claim: 'email' })
  expect(userNameIn({ sub, email }, 'email')).toEqual({ reason: 'CLAIM_MISSING', claim: 'email_verified' })
  for (const email_verified of [false, 'false', 1, null])
    expect(userNameIn({ sub, email, email_verified }, 'email')).toEqual({
      reason: 'ADDRESS_UNVERIFIED',
      claim: 'email',
    })
  expect(userNameIn({ sub, upn: ' ' }, 'upn')).toEqual({ reason: 'CLAIM_MISSING', claim: 'upn' })
  expect(userNameIn({ sub, preferred_username: 'a' }, 'preferred_username')).toEqual({ userName: 'a' })
})
