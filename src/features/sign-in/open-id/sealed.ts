import { cellOf } from '../../../db/sealed-columns.ts'

/** Where the client secret of a provider is kept. */
export const secretCell = (id: string) => cellOf('identity_provider.client_secret_encrypted', id)
/** Where the private key is kept with which Headrace authenticates at a provider. */
export const clientKeyCell = (id: string) => cellOf('identity_provider.client_key_encrypted', id)
