import { expect, test } from 'vitest'
import { bodyOf, textsOf } from './shapes.ts'

test('a connection is saved as it was read, also where the member of a secret has a colon in its name', () => {
  const password = {
    name: 'password',
    title: 'Password',
    help: '',
    type: 'TEXT',
    required: true,
    secret: true,
  } as const
  const bodyWith = (stored: Parameters<typeof textsOf>[0]) =>
    bodyOf(
      {
        name: 'orders',
        description: '',
        authProvider: 'POSTGRES',
        authType: 'USER_PASSWORD',
        platformConnectionType: 'DWH',
        properties: textsOf(stored),
      },
      [password],
      stored,
    ).connectionDetails.connectionProperties
  for (const value of [
    { secretName: 'database' },
    { secretName: 'database', secretKey: 'password' },
    { secretName: 'database', secretKey: 'spring:datasource:password' },
  ])
    expect(bodyWith({ password: value })).toEqual({ password: value })
})
