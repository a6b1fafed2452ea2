/** Where a repository says what it shares. Of two files the first counts. */
export const sharedFilePaths = [
  '.headrace/shared-pipelines.yaml',
  '.matillion/shared-pipelines.yaml',
] as const

/** Whether a file of a repository says what is shared. */
export const isSharedPipelinesFile = (path: string): boolean => sharedFilePaths.some((one) => one === path)

/** The file that says what is shared; undefined when there is none. */
export const sharedFileOf = <F extends { readonly path: string }>(files: readonly F[]): F | undefined =>
  sharedFilePaths.map((path) => files.find((file) => file.path === path)).find((file) => file !== undefined)
