import type { Component, Pipeline } from '../../pipeline/model.ts'
import { findCompiler, isSink } from './compilers.ts'

/** The components of a transformation by what becomes of them. */
export interface Order {
  /** The sinks and all that their rows come from, sources before what reads them, else in file order. */
  readonly needed: readonly Component[]
  /** What no sink reads from, in file order: it is not run. */
  readonly unused: readonly Component[]
  /** Components whose links go round in a ring: nothing of them can be compiled. */
  readonly ring: readonly string[]
}

export const isSinkComponent = ({ type }: Component): boolean => {
  const compiler = findCompiler(type)
  return compiler !== undefined && isSink(compiler)
}

/**
 * Sources that do not exist are left out here: compiling the component that names one says so. With `only`,
 * what that component is made of is needed instead of what the sinks are made of.
 */
export function orderOf({ components }: Pipeline, only?: string): Order {
  const wanted = [...components.values()].filter((one) =>
    only === undefined ? isSinkComponent(one) : one.name === only,
  )
  const needed: Component[] = []
  const state = new Map<string, 'open' | 'done'>()
  let ring: readonly string[] = []

  /** Depth first, with a list of its own instead of calls: a chain may be thousands of components long. */
  function visit(start: string) {
    const path: { readonly component: Component; next: number }[] = []
    const enter = (name: string) => {
      const component = components.get(name)
      if (component === undefined || state.get(name) === 'done') return
      if (state.get(name) === 'open') {
        const names = path.map((one) => one.component.name)
        ring = names.slice(names.indexOf(name))
        return
      }
      state.set(name, 'open')
      path.push({ component, next: 0 })
    }
    enter(start)
    for (let top = path.at(-1); top !== undefined && ring.length === 0; top = path.at(-1)) {
      const source = top.component.sources[top.next++]
      if (source !== undefined) {
        enter(source)
        continue
      }
      path.pop()
      state.set(top.component.name, 'done')
      needed.push(top.component)
    }
  }

  for (const { name } of wanted) visit(name)
  const unused = [...components.values()].filter(({ name }) => !state.has(name))
  return { needed, unused, ring }
}
