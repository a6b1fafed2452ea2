/**
 * Values by id, in the order in which they were added, for a table that lives as long as the process while
 * its values come and go by the thousand, as executions do. A `Map` is bad at that: whenever it fills up, V8
 * copies it to a new table and keeps a pointer from the old table to the new one. Once one of these tables is
 * in the old generation, the garbage collector treats the values of all later ones as live and moves them
 * there too, where only a full collection frees them.
 */
export class PassingMap<Value extends object> {
  readonly #values: Record<string, Value> = Object.create(null)
  #size = 0

  get size(): number {
    return this.#size
  }

  get(id: string): Value | undefined {
    return this.#values[id]
  }

  set(id: string, value: Value): void {
    if (this.#values[id] === undefined) this.#size++
    this.#values[id] = value
  }

  delete(id: string): void {
    if (this.#values[id] === undefined) return
    this.#size--
    delete this.#values[id]
  }

  ids(): string[] {
    return Object.keys(this.#values)
  }

  values(): Value[] {
    return Object.values(this.#values)
  }
}
