import { expect } from 'vitest'
import type { Answer } from './api.ts'

/**
 * Expects a whole problem document (decisions.md §4) about the address `path`, which is without base path.
 */
export function expectProblem(answer: Answer, status: number, path: string): void {
  expect([answer.status, answer.headers.get('content-type')]).toEqual([status, 'application/problem+json'])
  expect(answer.body).toEqual({
    type: expect.stringMatching(/^http:\/\/.*\/problems\/[a-z-]+$/),
    title: expect.any(String),
    status,
    detail: expect.any(String),
    instance: path.split('?', 1)[0],
    violations: expect.any(Array),
  })
  expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
}
