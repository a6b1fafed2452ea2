import type { OAuth } from '../wire.ts'
import type { EndpointDraft } from './draft.ts'
import type { Editor } from './use-editor.ts'
import type { Tests } from './use-test.ts'

/** The properties of every part of the endpoint editor. */
export interface EndpointProps {
  readonly editor: Editor
  readonly tests: Tests
  readonly oauths: readonly OAuth[]
  readonly endpoint: EndpointDraft
  readonly position: number
}
