import { expect, test } from 'vitest'
import { pathFault } from './paths.ts'

test.each([
  'load.orch.yaml',
  'a folder /with blanks .tran.yaml',
  '_Daily/2026/Größe.sql',
  '.gitignore',
  '.github/workflows/x.yaml',
  '.matillion/config/rules.yaml',
  'git/x',
  'digit~1',
])('%s can be written', (path) => {
  expect(pathFault(path)).toBeUndefined()
})

test.each([
  '',
  '/etc/passwd',
  'a//b',
  'a/',
  '..',
  'a/../../b',
  './a',
  '.git/config',
  'a/.GIT/hooks/post-checkout',
  '.git /config',
  '.git./config',
  '.git::$INDEX_ALLOCATION/config',
  'a\\.git\\config',
  '.g\u200cit/config',
  'GIT~1/config',
  '.gitmodules',
  'gitmod~1',
  'a\u0000b',
  'a\nb',
  '\ud800',
  'x'.repeat(256),
  'x/'.repeat(501),
])('%j is refused', (path) => {
  expect(pathFault(path)).toEqual(expect.any(String))
})
