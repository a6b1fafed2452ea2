/** Where a repository keeps its rules. Of two files the first counts. */
export const rulesFilePaths = [
  '.headrace/quality.yaml',
  '.matillion/config/pipeline_quality_rules.yaml',
] as const

/** Whether a file of a repository holds rules of reviews. */
export const isRulesFile = (path: string): boolean => rulesFilePaths.some((one) => one === path)

/** The rules file among the files of a repository; undefined when it has none. */
export const rulesFileOf = <F extends { readonly path: string }>(files: readonly F[]): F | undefined =>
  rulesFilePaths.map((path) => files.find((file) => file.path === path)).find((file) => file !== undefined)
