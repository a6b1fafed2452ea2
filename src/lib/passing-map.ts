/**
 * Values by id that come and go all the time, as executions do, in the order in which they came. For what lives as long as the
 * process and holds thousands of values a second one after another: there a `Map` is full again and again, and links
 * each table that it leaves to the next. Once one of them is among the old objects, the garbage collector takes what any of them
 * held for alive, moves it there too, and frees it seconds later at many times the cost.
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
