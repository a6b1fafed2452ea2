import { expect, test } from 'vitest'
import { headerText } from './header-text.ts'

/** As Node hands a header over. */
const received = (bytes: Buffer): string => bytes.toString('latin1')

test.each([
  ['plain', Buffer.from('Production v1.2'), 'Production v1.2'],
  ['UTF-8', Buffer.from('Prüfung 本番'), 'Prüfung 本番'],
  ['Latin-1', Buffer.from('Prüfung', 'latin1'), 'Prüfung'],
  ['the form of RFC 8187', Buffer.from(`UTF-8''${encodeURIComponent('本番 1')}`), '本番 1'],
  ['that form with a language', Buffer.from("utf-8'ja'%E6%9C%AC"), '本'],
  ['a broken one', Buffer.from("UTF-8''%E6%9C"), "UTF-8''%E6%9C"],
  ['percent signs', Buffer.from('100%25'), '100%25'],
])('%s', (_, bytes, text) => expect(headerText(received(bytes))).toBe(text))
