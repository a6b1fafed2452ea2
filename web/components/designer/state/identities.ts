/**
 * A number for each component, which it keeps when it is renamed: for what is shown of it and must outlive
 * its name.
 */
export class Identities {
  readonly #known = new Map<string, number>()
  #next = 1

  of(name: string): number {
    const known = this.#known.get(name) ?? this.#next++
    this.#known.set(name, known)
    return known
  }

  rename(from: string, to: string): void {
    const kept = this.of(from)
    this.#known.delete(from)
    this.#known.set(to, kept)
  }
}
