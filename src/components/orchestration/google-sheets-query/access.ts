import { type AuthorizedGetOptions, createAuthorizedGet } from '../../common/authorized-get.ts'
import { serviceAccountOf, tokenFor } from '../../common/object-stores/google-token.ts'
import { ServiceError } from '../../common/service-call.ts'
import type { StepContext } from '../../component.ts'

/** Quotas of Google count by the minute: the last wait of a call that is refused is longer than that. */
const FIRST_WAIT_MS = 4_000
const SCOPES =
  'https://www.googleapis.com/auth/spreadsheets.readonly https://www.googleapis.com/auth/drive.metadata.readonly'

export interface GoogleAccess {
  /** Name or id of an OAuth entry; empty: the service account. */
  readonly oauth: string
  /** Name of a secret with the JSON key file of a service account. */
  readonly secret: string
  /** Told of the bytes of each answer. */
  readonly counted: (bytes: number) => void
}

/** Gets JSON of Google's own addresses as an OAuth entry or a service account. Throws ServiceError. */
export async function openGoogle(
  context: StepContext,
  access: GoogleAccess,
): Promise<(origin: string) => (path: string) => Promise<unknown>> {
  const { token, shown } =
    access.oauth === '' ? await asServiceAccount(context, access) : asEntry(context, access)
  const advice: AuthorizedGetOptions['advice'] = (status) =>
    status === 403 || status === 404 ? `. Is the spreadsheet shared with ${shown}?` : ''
  const { counted } = access
  return (origin) =>
    createAuthorizedGet(context, { origin, token, advice, counted, firstWaitMs: FIRST_WAIT_MS })
}

const asEntry = (context: StepContext, { oauth }: GoogleAccess) => ({
  token: (host: string, rejected: string | undefined) => context.oauthToken(oauth, host, rejected),
  shown: `the account of the OAuth entry ${oauth}`,
})

async function asServiceAccount(context: StepContext, { secret }: GoogleAccess) {
  const account = serviceAccountOf((await context.secret(secret)) ?? '')
  if (account === undefined)
    throw new ServiceError(
      `There is no secret named "${secret}" that contains the JSON key file of a service account; "authentication" names an OAuth entry instead`,
    )
  const token = async () => {
    const { value } = await tokenFor(account, { ...context, scope: SCOPES })
    context.mask(value)
    return value
  }
  return { token, shown: account.email }
}
