import { pipelineNameOf } from '../../src/pipeline/names.ts'

/** A pipeline in a page, with what running it says when the page shows that. */
export interface PageExample {
  readonly path: string
  readonly text: string
  /** The block behind it: the status of the run, then what its steps said. */
  readonly expected: string | undefined
}

/**
 * Every YAML block of a Markdown page, each a pipeline file. Its first line may name it (`# path.orch.yaml`);
 * a block of text right behind it is what running it says.
 */
export function pageExamples(page: string): readonly PageExample[] {
  const blocks = page.matchAll(/^```yaml\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?/gms)
  return [...blocks].map(([, text = '', expected], index) => {
    const named = /^# (\S.*\.(?:orch|tran)\.yaml)$/m.exec(text.split('\n', 1)[0]!)?.[1]
    return { path: named ?? `example ${index + 1}.orch.yaml`, text, expected: expected?.trimEnd() }
  })
}

/** The files of a page as a project: blocks of the same name replace each other from the top. */
export const filesOf = (examples: readonly PageExample[]): Readonly<Record<string, string>> =>
  Object.fromEntries(examples.map(({ path, text }) => [path, text]))

export const nameOf = ({ path }: PageExample): string => pipelineNameOf(path)!.name

/** What a page shows of a run. */
export const shown = ({
  status,
  said,
}: {
  readonly status: string
  readonly said: readonly string[]
}): string => [status, ...said].join('\n')
