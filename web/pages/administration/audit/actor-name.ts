import type { components } from '../../../../openapi/types.generated.ts'

type Actor = Pick<components['schemas']['EventActor'], 'kind' | 'name'>

const kinds = { USER: undefined, CREDENTIAL: 'credential', RUNNER: 'runner', DIRECTORY: 'directory' } as const

/** The name of an actor, with its kind unless it is a user: a user and a credential often have one name. */
export function nameOfActor({ kind, name }: Actor): string {
  const detail = kinds[kind]
  return detail === undefined ? name : `${name} (${detail})`
}
