import type { DescribedOperation } from './conventions.ts'
import { pascal, type SchemaNode } from './shapes.ts'

/**
 * Moves parameters that several operations have to `components.parameters`. Where parameters of one name
 * differ, the most used ones of path and query go there, each below a name that says which it is.
 */
export function shareParameters(
  operations: readonly DescribedOperation[],
  shared: Record<string, SchemaNode>,
): void {
  const uses = new Map<string, number>()
  const all = operations.flatMap(({ parameters = [] }) => parameters).filter((one) => !('$ref' in one))
  for (const one of all) uses.set(JSON.stringify(one), (uses.get(JSON.stringify(one)) ?? 0) + 1)
  const names = namesOf(
    [...uses]
      .filter(([, count]) => count > 1)
      .sort(([, a], [, b]) => b - a)
      .map(([text]) => text),
  )
  for (const [text, name] of names) shared[name] = JSON.parse(text)
  for (const operation of operations)
    operation.parameters = (operation.parameters ?? []).map((one) => {
      const name = names.get(JSON.stringify(one))
      return name === undefined ? one : { $ref: `#/components/parameters/${name}` }
    })
}

function namesOf(texts: readonly string[]): Map<string, string> {
  const found = new Map<string, string>()
  const taken = new Set<string>()
  for (const text of texts) {
    const parameter = JSON.parse(text) as { name: string; in: string }
    const plain = pascal(parameter.name)
    const names = [plain, plain + pascal(parameter.in)].map((one) => `${one}Parameter`)
    const name = names.find((one) => !taken.has(one))
    if (name === undefined) continue
    taken.add(name)
    found.set(text, name)
  }
  return found
}
