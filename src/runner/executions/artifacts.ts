import { LRUCache } from 'lru-cache'
import type { Fault, Pipeline, PipelineKind } from '../../pipeline/model.ts'
import { pipelineNameOf, pipelinePaths } from '../../pipeline/names.ts'
import { type ParsedFile, parsePipelineFile } from '../../pipeline/parse.ts'
import type { FromRunner, ToRunner } from '../../protocol/messages.ts'

type ArtifactMessage = Extract<ToRunner, { kind: 'artifact' }>
type RefusedMessage = Extract<ToRunner, { kind: 'artifact-refused' }>

/** The pipelines of one artifact, parsed, and its other files. */
export interface PipelineSet {
  /** The pipeline that `reference` names, with or without its ending; of two with one name that of `kind`. */
  find(reference: string, kind?: PipelineKind): Pipeline | undefined
  /** Why the pipeline that `reference` names could not be read: empty when it could, or is not there. */
  faults(reference: string, kind?: PipelineKind): readonly Fault[]
  /** The text of a file that is no pipeline, by its path with or without `./` or `/` before it. */
  text(path: string): string | undefined
  /** The paths of the files that are no pipelines. */
  otherPaths(): readonly string[]
}

/** Artifacts this runner holds. An artifact never changes, so what was parsed once stays true. */
export interface Artifacts {
  /** Asks the API for what is not held, once for all who want it at the same time; a promise only then. */
  get(artifact: string): Promise<PipelineSet> | PipelineSet
  received(message: ArtifactMessage): void
  /** Rejects those who want it, unless one of them came after it was asked for. */
  refused(message: RefusedMessage): void
  /** Asks again for what has not arrived: after a reconnect. */
  resend(): void
}

/** The API does not send an artifact, and says why. */
export class ArtifactRefusedError extends Error {}

interface Wanted {
  readonly promise: Promise<PipelineSet>
  readonly resolve: (set: PipelineSet) => void
  readonly reject: (reason: Error) => void
  /** Another execution came to want it after it was asked for. */
  isJoined: boolean
  files: ArtifactMessage['files']
}

/** Keeps the `max` artifacts used last. */
export function createArtifacts(send: (message: FromRunner) => void, max = 50): Artifacts {
  const held = new LRUCache<string, PipelineSet>({ max })
  const wanted = new Map<string, Wanted>()

  function get(artifact: string): Promise<PipelineSet> | PipelineSet {
    const set = held.get(artifact)
    if (set !== undefined) return set
    const asked = wanted.get(artifact)
    if (asked !== undefined) {
      asked.isJoined = true
      return asked.promise
    }
    const { promise, resolve, reject } = Promise.withResolvers<PipelineSet>()
    wanted.set(artifact, { promise, resolve, reject, isJoined: false, files: [] })
    send({ kind: 'artifact-wanted', artifact })
    return promise
  }

  function received({ artifact, files, last }: ArtifactMessage) {
    const asked = wanted.get(artifact)
    if (asked === undefined) return
    asked.files = [...asked.files, ...files]
    if (!last) return
    wanted.delete(artifact)
    const set = parsedWhenWanted(asked.files)
    held.set(artifact, set)
    asked.resolve(set)
  }

  function refused({ artifact, reason }: RefusedMessage) {
    const asked = wanted.get(artifact)
    if (asked === undefined) return
    if (asked.isJoined) {
      // The execution that it was asked for has ended; for the one that joined it, the answer may be another.
      asked.isJoined = false
      send({ kind: 'artifact-wanted', artifact })
      return
    }
    wanted.delete(artifact)
    asked.reject(new ArtifactRefusedError(`The API does not send the version: ${reason}`))
  }

  function resend() {
    for (const [artifact, asked] of wanted) {
      asked.files = []
      send({ kind: 'artifact-wanted', artifact })
    }
  }

  return { get, received, refused, resend }
}

/**
 * Parses each file when it is first wanted: a version may hold thousands, of which an execution calls a few.
 */
function parsedWhenWanted(files: ArtifactMessage['files']): PipelineSet {
  const texts = new Map<string, string>()
  const others = new Map<string, string>()
  for (const { path, content } of files) {
    if (pipelineNameOf(path) === undefined) others.set(path, content)
    else texts.set(path, content)
  }
  type Parsed = Pick<ParsedFile, 'pipeline' | 'faults'>
  const parsed = new Map<string, Parsed>()

  function parsedAt(path: string): Parsed | undefined {
    const text = texts.get(path)
    if (text !== undefined) {
      const { pipeline, faults } = parsePipelineFile(path, text)
      parsed.set(path, { pipeline, faults })
      texts.delete(path)
    }
    return parsed.get(path)
  }

  function fileOf(reference: string, kind: PipelineKind | undefined): Parsed | undefined {
    const [first, second] = pipelinePaths(reference, kind)
    return parsedAt(first) ?? parsedAt(second)
  }

  return {
    find: (reference, kind) => fileOf(reference, kind)?.pipeline,
    faults(reference, kind) {
      const file = fileOf(reference, kind)
      return file === undefined || file.pipeline !== undefined ? [] : file.faults
    },
    text: (path) => others.get(path.trim().replace(/^(?:\.?\/)+/, '')),
    otherPaths: () => [...others.keys()],
  }
}
