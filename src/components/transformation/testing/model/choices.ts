/** Decisions taken from a list of numbers, so that a shorter list and smaller numbers are a simpler case. */
export class Choices {
  readonly #numbers: readonly number[]
  #next = 0

  constructor(numbers: readonly number[]) {
    this.#numbers = numbers
  }

  /** A whole number from 0 up to but not including `end`; 0 when all numbers are used up. */
  below(end: number): number {
    return (this.#numbers[this.#next++] ?? 0) % end
  }

  /** The first of them where there is no choice left. */
  one<T>(values: readonly T[]): T {
    return values[this.below(values.length)]!
  }

  /** `least` to `most` of them, each at most once. */
  some<T>(values: readonly T[], least: number, most: number): readonly T[] {
    const rest = [...values]
    const count = Math.min(rest.length, least + this.below(most - least + 1))
    return Array.from({ length: count }, () => rest.splice(this.below(rest.length), 1)[0]!)
  }

  /** One time in `times`. */
  rarely(times = 4): boolean {
    return this.below(times) === times - 1
  }
}
