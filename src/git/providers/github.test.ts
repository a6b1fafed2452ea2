import { expect, test, vi } from 'vitest'
import { githubProvider } from './github.ts'

test.each([
  [401, 'Bad credentials', true],
  [403, 'Resource not accessible by integration', true],
  [403, 'API rate limit exceeded for installation ID 99.', false],
  [403, 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.', false],
])(
  'after %i, %s: whether the token of the GitHub App is forgotten: %s',
  async (status, message, isForgotten) => {
    const forget = vi.fn()
    const provider = githubProvider({
      fetch: async () => Response.json({ message }, { status }),
      apiUrl: 'https://api.github.example',
      webUrl: 'https://github.example',
      app: { tokenFor: async () => 'ghs_x', forget },
    })
    const location = {
      projectId: '5b1f7bd8-0000-7000-8000-000000000000',
      provider: 'github',
      repositoryName: 'x',
      providerParameters: { ownerName: 'acme' },
      token: undefined,
    } as const
    await expect(provider.setDefaultBranch!(location, 'main')).rejects.toThrow(message)
    expect(forget.mock.calls.length).toBe(isForgotten ? 1 : 0)
  },
)
