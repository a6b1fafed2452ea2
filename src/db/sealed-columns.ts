import type { Cell } from '../lib/encryption.ts'

interface SealedColumn {
  /** SQL of what names a row: its primary key as text. */
  readonly key: string
  /** The column whose cell the ciphertext is bound to, where SQL moves it within its row. */
  readonly as?: string
}

/** Every column that holds ciphertexts under the data key. A test compares it with the schema. */
const columns = {
  'alert_channel.secrets_encrypted': { key: 'id::text' },
  'idempotent_request.body': { key: "caller || ' ' || key" },
  'data_trigger.signing_secret_encrypted': { key: 'id::text' },
  'identity_provider.client_key_encrypted': { key: 'id::text' },
  'identity_provider.client_secret_encrypted': { key: 'id::text' },
  'oauth.access_token_encrypted': { key: 'id::text' },
  'oauth.client_secret_encrypted': { key: 'id::text' },
  'oauth.refresh_token_encrypted': { key: 'id::text' },
  'oauth_attempt.verifier_encrypted': { key: "encode(state_hash, 'hex')" },
  'repository.access_token_encrypted': { key: 'project_id::text' },
  'repository_migration.target_token_encrypted': { key: 'id::text' },
  'runner_credential.secret_encrypted': { key: 'runner_id::text' },
  'runner_credential.previous_secret_encrypted': {
    key: 'runner_id::text',
    as: 'runner_credential.secret_encrypted',
  },
  'second_factor.secret_encrypted': { key: 'user_id::text' },
  'second_factor.next_secret_encrypted': {
    key: 'user_id::text',
    as: 'second_factor.secret_encrypted',
  },
  'secret.value_encrypted': { key: 'id::text' },
  'signing_key.private_jwk_encrypted': { key: 'kid' },
  'web_session.id_token_encrypted': { key: 'id::text' },
} as const satisfies Record<string, SealedColumn>

export type SealedColumnName = keyof typeof columns

export const sealedColumns: Readonly<Record<SealedColumnName, SealedColumn>> = columns

/** The cell of a row. Ids may come in any case from an address; the database has them in lower case. */
export function cellOf(column: SealedColumnName, key: string): Cell {
  const { key: keySql, as = column } = sealedColumns[column]
  const row = keySql.endsWith('id::text') ? key.toLowerCase() : key
  return { column: as as Cell['column'], row }
}
