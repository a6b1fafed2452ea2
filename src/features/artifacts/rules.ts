import type { Fault } from '../../pipeline/model.ts'
import { isSettingsFile, mayHoldPipelines, pipelineNameOf } from '../../pipeline/names.ts'
import { limitRules } from '../../pipeline/parse-yaml.ts'

export interface ArtifactFile {
  readonly path: string
  readonly content: string
}

/** What a client or a commit has for a version: its files, and those that it is published without. */
export interface Upload {
  readonly files: readonly ArtifactFile[]
  readonly ignored: readonly { readonly name: string; readonly reason: string }[]
}

/** Why a file is no part of a version, which is published without it; undefined when it is one, as text. */
export function ignoredReason(path: string, content: string | undefined): string | undefined {
  if (!isSettingsFile(path) && !path.split('/').every(mayHoldPipelines))
    return 'is in a folder of Git, of packages or of an installation'
  if (content === undefined) return 'is not UTF-8 text'
  return lfsPointer.test(content) ? 'is a pointer of Git LFS, which keeps the content elsewhere' : undefined
}

/** How each file begins that is in Git in place of one in LFS. */
const lfsPointer = /^version https:\/\/git-lfs\.github\.com\/spec\/v1\r?\n/

/**
 * Why files cannot be published, one sentence each: paths that are no paths inside a repository, or none at
 * all.
 */
export function fileObjections(paths: readonly string[]): string[] {
  if (paths.length === 0)
    return ['body: a version needs at least one file; send each as a part named by its path']
  const objections = pathObjections(paths)
  return paths.flatMap((path, i) =>
    objections[i] === undefined ? [] : [`body: the path ${JSON.stringify(path)} ${objections[i]}`],
  )
}

/** What keeps each path from being one of a version, in order; undefined where nothing does. */
export function pathObjections(paths: readonly string[]): (string | undefined)[] {
  const seen = new Set<string>()
  return paths.map((path) => {
    const objection = pathObjection(path) ?? (seen.has(path) ? 'occurs twice' : undefined)
    seen.add(path)
    return objection
  })
}

/** Paths name pipelines, and are parts of keys: entries of PostgreSQL's indexes hold 2,704 bytes. */
const MAX_PATH_BYTES = 1_000

function pathObjection(path: string): string | undefined {
  if (path === '' || Buffer.byteLength(path) > MAX_PATH_BYTES) return 'must have 1 to 1,000 bytes in UTF-8'
  if (path.startsWith('/') || path.includes('\\')) return 'must be relative, with / between folders'
  if (path.split('/').some((part) => part === '' || part === '.' || part === '..')) {
    return 'must not have empty, . or .. parts'
  }
  for (const character of path) if (character < ' ') return 'must not contain control characters'
  return undefined
}

/** A schedule or trigger of an environment whose pipeline a version does not have. */
export interface LostStart {
  readonly kind: 'schedule' | 'trigger'
  readonly name: string
  readonly pipelineName: string
}

export const lostStartFault = ({ kind, name, pipelineName }: LostStart): Fault => ({
  severity: 'warning',
  file: pipelineName,
  line: 1,
  rule: 'started-pipeline-missing',
  message: `The ${kind} "${name}" runs this pipeline, which the version does not have: its next run fails`,
  hint: `Publish the pipeline too, or change or disable the ${kind}`,
})

/** The names of the pipelines among the files. */
export const pipelineNames = (files: readonly ArtifactFile[]): string[] =>
  files.flatMap(({ path }) => pipelineNameOf(path)?.name ?? [])

/**
 * Why files cannot be published although their paths can, one sentence each: they are beyond the limits of
 * pipelines.
 */
export const refusals = (faults: readonly Fault[]): string[] =>
  faults
    .filter(({ rule }) => limitRules.has(rule))
    .map(
      ({ file, line, message, hint }) => `body: ${file}, line ${line}: ${message}${hint ? `. ${hint}` : ''}`,
    )
