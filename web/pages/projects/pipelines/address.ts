import type { Address, ChangeAddress } from '../../../use-address.ts'

export type PipelineAddress = Address<'pipelines'>
export type ChangePipelineAddress = ChangeAddress<'pipelines'>

/** The part of an address that another pipeline of the same source has too. */
export const sourceOf = ({ branch, commit, environment, version }: PipelineAddress) => ({
  branch,
  commit,
  environment,
  version,
})
