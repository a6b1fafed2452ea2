import { cellOf } from '../../../db/sealed-columns.ts'

/** Where the client secret of a provider is kept. */
export const secretCell = (id: string) => cellOf('identity_provider.client_secret_encrypted', id)
