/** The program broke a rule of its own: not the user's fault, and nothing that a retry mends. */
class InvariantError extends Error {
  override readonly name = 'InvariantError'
}

/**
 * Throws InvariantError unless `holds`. For rules between parts of this program, never for input. The rule is
 * put into words only when it is broken: hot paths check rules too.
 */
export function invariant(holds: boolean, rule: () => string): asserts holds {
  if (!holds) throw new InvariantError(`Invariant broken: ${rule()}`)
}
