import Type from 'typebox'
import { expect, test, vi } from 'vitest'
import { compiled } from './compiled.ts'

const { compile } = vi.hoisted(() => ({ compile: vi.fn() }))
vi.mock(import('typebox/compile'), async (original) => {
  const { Compile } = await original()
  return { Compile: compile.mockImplementation(Compile) as never }
})

test('a schema is compiled when its validator is first asked for, and once', () => {
  const validator = compiled(Type.Object({ name: Type.String() }))
  expect(compile).not.toHaveBeenCalled()
  expect(validator().Check({ name: 'one' })).toBe(true)
  expect(validator().Check({ name: 1 })).toBe(false)
  expect(compile).toHaveBeenCalledOnce()
})
