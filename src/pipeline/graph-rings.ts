type Graph = ReadonlyMap<string, readonly string[]>

/**
 * Rings of a directed graph, in the order of its keys: for every group of nodes that reach each other, one
 * shortest way round from the group's first node, which is not repeated at the end. Empty when there is no
 * cycle. Linear in nodes and edges, and without recursion: a file may hold a chain of ten thousands.
 */
export function rings(next: Graph): readonly (readonly string[])[] {
  const group = groupsOf(next)
  const seen = new Set<string>()
  const found: (readonly string[])[] = []
  for (const node of next.keys()) {
    const ours = group.get(node)!
    if (seen.has(ours)) continue
    seen.add(ours)
    const ring = shortestRing(node, next, (other) => group.get(other) === ours)
    if (ring) found.push(ring)
  }
  return found
}

/** Strongly connected groups (Kosaraju's algorithm): each node with the name of its group. */
function groupsOf(next: Graph): ReadonlyMap<string, string> {
  const back = reversed(next)
  const group = new Map<string, string>()
  for (const root of finishingOrder(next).reverse()) {
    if (group.has(root)) continue
    group.set(root, root)
    const members = [root]
    for (const node of members) {
      for (const source of back.get(node) ?? []) {
        if (group.has(source)) continue
        group.set(source, root)
        members.push(source)
      }
    }
  }
  return group
}

/** Nodes in the order in which a depth-first walk leaves them. */
function finishingOrder(next: Graph): string[] {
  const entered = new Set<string>()
  const order: string[] = []
  for (const root of next.keys()) {
    const stack = [{ node: root, position: 0 }]
    if (entered.has(root)) continue
    entered.add(root)
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const target = (next.get(top.node) ?? [])[top.position++]
      if (target === undefined) {
        order.push(top.node)
        stack.pop()
      } else if (next.has(target) && !entered.has(target)) {
        entered.add(target)
        stack.push({ node: target, position: 0 })
      }
    }
  }
  return order
}

function reversed(next: Graph): Graph {
  const back = new Map<string, string[]>()
  for (const [node, targets] of next) {
    for (const target of targets) {
      const sources = back.get(target)
      if (sources) sources.push(node)
      else back.set(target, [node])
    }
  }
  return back
}

function shortestRing(
  first: string,
  next: Graph,
  belongs: (node: string) => boolean,
): readonly string[] | undefined {
  const cameFrom = new Map<string, string>()
  const queue = [first]
  for (const node of queue) {
    for (const target of next.get(node) ?? []) {
      if (target === first) return wayTo(node, cameFrom)
      if (!belongs(target) || cameFrom.has(target)) continue
      cameFrom.set(target, node)
      queue.push(target)
    }
  }
  return undefined
}

function wayTo(node: string, cameFrom: ReadonlyMap<string, string>): readonly string[] {
  const way = [node]
  for (let before = cameFrom.get(node); before !== undefined; before = cameFrom.get(before)) way.push(before)
  return way.reverse()
}
