import { LRUCache } from 'lru-cache'
import type { Fault, Pipeline } from '../../pipeline/model.ts'
import { pipelineNameOf, pipelineReference } from '../../pipeline/names.ts'
import { parsePipelineFile } from '../../pipeline/parse.ts'
import type { FromRunner, ToRunner } from '../../protocol/messages.ts'

type ArtifactMessage = Extract<ToRunner, { kind: 'artifact' }>

/** The pipelines of one artifact, parsed. */
export interface PipelineSet {
  /** The pipeline that `reference` names, with or without its ending. */
  find(reference: string): Pipeline | undefined
  /** Why the pipeline that `reference` names could not be read: empty when it could, or is not there. */
  faults(reference: string): readonly Fault[]
}

/** Artifacts this runner holds. An artifact never changes, so what was parsed once stays true. */
export interface Artifacts {
  /** Asks the API for what is not held, once for all who want it at the same time. */
  get(artifact: string): Promise<PipelineSet>
  received(message: ArtifactMessage): void
  /** Asks again for what has not arrived: after a reconnect. */
  resend(): void
}

interface Wanted {
  readonly promise: Promise<PipelineSet>
  readonly resolve: (set: PipelineSet) => void
  files: ArtifactMessage['files']
}

/** Keeps the `max` artifacts used last. */
export function createArtifacts(send: (message: FromRunner) => void, max = 50): Artifacts {
  const held = new LRUCache<string, PipelineSet>({ max })
  const wanted = new Map<string, Wanted>()

  function get(artifact: string): Promise<PipelineSet> {
    const set = held.get(artifact)
    if (set !== undefined) return Promise.resolve(set)
    const asked = wanted.get(artifact)
    if (asked !== undefined) return asked.promise
    const { promise, resolve } = Promise.withResolvers<PipelineSet>()
    wanted.set(artifact, { promise, resolve, files: [] })
    send({ kind: 'artifact-wanted', artifact })
    return promise
  }

  function received({ artifact, files, last }: ArtifactMessage) {
    const asked = wanted.get(artifact)
    if (asked === undefined) return
    asked.files = [...asked.files, ...files]
    if (!last) return
    wanted.delete(artifact)
    const set = parseAll(asked.files)
    held.set(artifact, set)
    asked.resolve(set)
  }

  function resend() {
    for (const [artifact, asked] of wanted) {
      asked.files = []
      send({ kind: 'artifact-wanted', artifact })
    }
  }

  return { get, received, resend }
}

function parseAll(files: ArtifactMessage['files']): PipelineSet {
  const pipelines = new Map<string, Pipeline>()
  const faults = new Map<string, readonly Fault[]>()
  for (const { path, content } of files) {
    const file = pipelineNameOf(path)
    if (file === undefined) continue
    const parsed = parsePipelineFile(path, content)
    const { name } = file
    if (parsed.pipeline !== undefined) pipelines.set(name, parsed.pipeline)
    else faults.set(name, parsed.faults)
  }
  return {
    find: (reference) => pipelines.get(pipelineReference(reference)),
    faults: (reference) => faults.get(pipelineReference(reference)) ?? [],
  }
}
