import type { components } from '../../../../openapi/types.generated.ts'
import type { Address, ChangeAddress } from '../../../use-address.ts'

type Schemas = components['schemas']
export type AssetDetails = Schemas['AssetDetails']
export type AssetPipeline = Schemas['AssetPipeline']
export type AssetWriteItem = Schemas['AssetWriteItem']
export type TracedColumnItem = Schemas['TracedColumnItem']

/** What every tab of an asset's page needs. */
export interface TabProps {
  readonly asset: AssetDetails
  readonly address: Address<'asset'>
  readonly change: ChangeAddress<'asset'>
}
