import type { PipelineKind } from './model.ts'
import { rulesFilePaths } from './review/rules-file-paths.ts'
import { sharedFilePaths } from './shared/config-paths.ts'

const endings: readonly (readonly [string, PipelineKind])[] = [
  ['.orch.yaml', 'orchestration'],
  ['.tran.yaml', 'transformation'],
]

/**
 * Name and kind of the pipeline in the file at `path`, or undefined when the ending is not that of a pipeline
 * file (pipelines.md §1). Names are opaque: blanks, even at the end of a folder, stay.
 */
export function pipelineNameOf(path: string): { name: string; kind: PipelineKind } | undefined {
  for (const [ending, kind] of endings) {
    if (!path.endsWith(ending)) continue
    const name = pipelineReference(path)
    return name === '' || name.endsWith('/') ? undefined : { name, kind }
  }
  return undefined
}

/**
 * Whether the file at `path` would be a pipeline by another spelling of its ending, `.orch.yml` or
 * `.ORCH.YAML` for instance. It is taken for any other file.
 */
export const isMisspelledPipeline = (path: string): boolean =>
  pipelineNameOf(path) === undefined && /[^/]\.(?:orch|tran)\.ya?ml$/i.test(path)

const testEnding = '.test.yaml'

/**
 * The name of the test in the file at `path`: its path without the ending; undefined when it is not that of a
 * test.
 */
export function testNameOf(path: string): string | undefined {
  if (!path.endsWith(testEnding)) return undefined
  const name = path.slice(0, -testEnding.length)
  return name === '' || name.endsWith('/') ? undefined : name
}

/** The name of the flow that the file of a test has: one that no pipeline of the project has. */
export const flowNameOfTest = (path: string): string => path.replace(/\.yaml$/, '')

/** Where the file that a reference means may be, the likeliest first: its ending decides, else `kind`. */
export function pipelinePaths(reference: string, kind: PipelineKind = 'orchestration'): [string, string] {
  const name = pipelineReference(reference)
  const [first, second] = endings.map(([ending]) => `${name}${ending}`) as [string, string]
  return (pipelineNameOf(reference)?.kind ?? kind) === 'orchestration' ? [first, second] : [second, first]
}

/**
 * The name a reference means: files write it with or without the ending; a leading `./` or `/` is
 * tolerated.
 */
export function pipelineReference(reference: string): string {
  const path = reference.replace(/^(?:\.?\/)+/, '')
  const ending = endings.find(([text]) => path.endsWith(text))
  return ending ? path.slice(0, -ending[0].length) : path
}

/**
 * Whether the file at `path` is part of a published version: pipelines everywhere, other files unless they
 * are hidden or below a hidden folder, where editors keep settings and people keep secrets. The rules of
 * reviews go with what they judge, and what is shared with the pipelines that it names.
 */
export function isPublished(path: string): boolean {
  if (isSettingsFile(path)) return true
  const parts = path.split('/')
  if (!parts.every(mayHoldPipelines)) return false
  return pipelineNameOf(path) !== undefined || !parts.some((part) => part.startsWith('.'))
}

/** Where files are that say something about the pipelines beside them. */
export const settingsFilePaths: readonly string[] = [...rulesFilePaths, ...sharedFilePaths]

/** Whether a file says something about the pipelines beside it. */
export const isSettingsFile = (path: string): boolean => settingsFilePaths.includes(path)

/** Folders of Git, of packages and of an installation's data. */
const foreignFolders = new Set(['.git', 'node_modules', '.headrace'])

/** Whether pipelines are looked for in a folder of this name. */
export const mayHoldPipelines = (folder: string): boolean => !foreignFolders.has(folder)
