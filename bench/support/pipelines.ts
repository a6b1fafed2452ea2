/**
 * A chain of components without outside effects: what is measured is the platform, not what components do.
 */
export function chain(length: number): string {
  const names = Array.from({ length }, (_, i) => (i === 0 ? 'Start' : `Step ${i}`))
  const components = names.map((name, i) => [
    name,
    {
      type: i === 0 ? 'start' : 'update-scalar',
      transitions: i + 1 < length ? { [i === 0 ? 'unconditional' : 'success']: [names[i + 1]] } : {},
      parameters: { componentName: name, ...(i > 0 && { scalarsToUpdate: [['n', `${i}`]] }) },
    },
  ])
  const n = {
    metadata: { type: 'NUMBER', description: '', scope: 'SHARED', visibility: 'PUBLIC' },
    defaultValue: '0',
  }
  const pipeline = { components: Object.fromEntries(components), variables: { n } }
  return JSON.stringify({ type: 'orchestration', version: '1.0', pipeline })
}
