import { useAddress } from '../../../ui/address.ts'

/** What the address of the page says: where the files are from, which pipeline is open, and what of it is looked at. */
const shape = {
  /** Of the repository; either these or `environment`. */
  branch: 'text',
  commit: 'text',
  environment: 'text',
  /** Of `environment`; the newest without it. */
  version: 'text',
  /** Path of the file, or the pipeline's name. */
  pipeline: 'text',
  component: 'text',
  /** Of the source text. */
  line: 'number',
  tab: 'text',
  find: 'text',
} as const

export const usePipelineAddress = () => useAddress(shape)

export type PipelineAddress = ReturnType<typeof usePipelineAddress>[0]
export type ChangeAddress = ReturnType<typeof usePipelineAddress>[1]

/** The part of an address that another pipeline of the same source has too. */
export const sourceOf = ({ branch, commit, environment, version }: PipelineAddress) => ({
  branch,
  commit,
  environment,
  version,
})
