import Type, { type Static } from 'typebox'
import { Ask, Json, MAX_WANTED_CHARACTERS, message, Uuid, WantedName } from './shapes.ts'

/** What a runner looks up while a step runs, and the answers. */

/** No host has a longer name. */
const MAX_HOST_CHARACTERS = 300

/** Whether a name, or the host of a token, is one that can be looked up: the API takes no other. */
export const isWantedName = (name: string): boolean => name !== '' && name.length <= MAX_WANTED_CHARACTERS
export const isWantedHost = (host: string): boolean => host.length <= MAX_HOST_CHARACTERS

/** Asks for a named secret of the project of `root`, which this session must hold. Answered by `secret`. */
export const SecretWanted = message('secret-wanted', { ask: Ask, root: Uuid, name: WantedName })

/**
 * Asks for a connection of the project of `root` by name, as its environment has it. Answered by
 * `connection`.
 */
export const ConnectionWanted = message('connection-wanted', { ask: Ask, root: Uuid, connection: WantedName })

/** Asks for a custom connector by id or name. Answered by `connector`. */
export const ConnectorWanted = message('connector-wanted', { ask: Ask, root: Uuid, connector: WantedName })

/** Asks for an access token of an OAuth entry. Answered by `oauth-token`. */
export const OAuthTokenWanted = message('oauth-token-wanted', {
  ask: Ask,
  root: Uuid,
  oauth: WantedName,
  /** The host it will be sent to: an entry may be limited to certain hosts. */
  host: Type.Optional(Type.String({ maxLength: MAX_HOST_CHARACTERS })),
  /** Digest of a token that the remote API rejected, so that it is not answered again. */
  rejected: Type.Optional(Type.String({ maxLength: 100 })),
})

/**
 * Asks which pipeline a component of `caller`, the artifact of `root` or one that it runs, means by
 * `<prefix>#<id>` and a version. Answered by `shared-pipeline`, and always with the same for one execution.
 * Since protocol 10.
 */
export const SharedPipelineWanted = message('shared-pipeline-wanted', {
  ask: Ask,
  root: Uuid,
  caller: Uuid,
  reference: WantedName,
  /** Absent: the newest that is enabled. */
  version: Type.Optional(WantedName),
})

/** Where a runner finds the secret that a reference means, if it has and grants it. */
export const SecretReference = Type.Object(
  { secretName: WantedName, secretKey: Type.Optional(WantedName) },
  { additionalProperties: false },
)

/** Without a value and without a reference there is no such secret. References since protocol 13. */
export const Secret = message('secret', {
  ask: Ask,
  value: Type.Optional(Type.String()),
  reference: Type.Optional(SecretReference),
})

/**
 * Without a definition there is no such connection. Its secrets are names: the runner looks them up.
 */
export const Connection = message('connection', { ask: Ask, definition: Type.Optional(Json) })

/**
 * Without a definition there is no such connector. The runner checks it against the connector's own schema.
 */
export const Connector = message('connector', { ask: Ask, definition: Type.Optional(Json) })

export const OAuthToken = message('oauth-token', { ask: Ask, token: Type.String() })

/** A lookup that failed, and why. */
export const Unanswered = message('unanswered', { ask: Ask, reason: Type.String() })

/** A pipeline of another artifact, which is fetched like that of an execution. */
export const SharedPipelineFound = message('shared-pipeline', {
  ask: Ask,
  artifact: Uuid,
  pipelineName: Type.String(),
  versionName: Type.String(),
  /** Parameters that a caller has to set. */
  required: Type.Array(Type.String()),
})

export type SecretReference = Static<typeof SecretReference>

/** What a runner looks up while a step runs. */
export type Lookup = Static<
  | typeof SecretWanted
  | typeof ConnectionWanted
  | typeof ConnectorWanted
  | typeof OAuthTokenWanted
  | typeof SharedPipelineWanted
>
export type LookupResult = Static<
  | typeof Secret
  | typeof Connection
  | typeof Connector
  | typeof OAuthToken
  | typeof SharedPipelineFound
  | typeof Unanswered
>
