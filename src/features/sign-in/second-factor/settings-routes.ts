import { callerOf } from '../../../http/bearer.ts'
import { operation } from '../../../http/operation.ts'
import type { Server } from '../../../http/server.ts'
import { area } from '../requests.ts'
import { SignInSettings } from './schema.ts'
import type { SecondFactorService } from './service.ts'

const path = '/v1/sign-in/settings'

/** Who must have a second factor. */
export function signInSettingsRoutes(app: Server, factor: SecondFactorService): void {
  app.get(
    path,
    {
      schema: operation({
        id: 'getSignInSettings',
        area,
        summary: 'Get the settings of signing in',
        answers: { 200: SignInSettings },
        problems: [403],
      }),
    },
    (request) => factor.settings(callerOf(request)),
  )

  app.patch(
    path,
    {
      config: { needs: { account: 'SUPER_ADMIN' } },
      schema: {
        ...operation({
          id: 'updateSignInSettings',
          area,
          summary: 'Update the settings of signing in; they apply to the next sign-in of each user',
          answers: { 200: SignInSettings },
          problems: [403, 413, 415],
        }),
        body: SignInSettings,
      },
    },
    (request) => factor.settings(callerOf(request), request.body),
  )
}
