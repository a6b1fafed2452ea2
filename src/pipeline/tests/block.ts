import { closestNames } from '../../lib/closest-names.ts'
import type { ParameterValue } from '../model.ts'
import { type FaultList, isList, isMapping } from '../parse-shapes.ts'
import type { ExactValue, YamlFile, YamlMapping } from '../parse-yaml.ts'
import type { TestRow } from './model.ts'

/**
 * One block of a test file while it is read. What does not belong there is an error: an expectation that is
 * misspelt would otherwise never be looked at.
 */
export class Block {
  readonly #file: YamlFile
  readonly #mapping: YamlMapping
  readonly #faults: FaultList
  readonly #what: string
  readonly line: number

  /** `what` names the block in messages, e.g. `expect`. */
  constructor(
    { file, mapping, faults }: { file: YamlFile; mapping: YamlMapping; faults: FaultList },
    what: string,
    line: number,
  ) {
    this.#file = file
    this.#mapping = mapping
    this.#faults = faults
    this.#what = what
    this.line = line
  }

  lineOf(key: string): number {
    return key in this.#mapping ? this.#file.lineOf(this.#mapping, key) : this.line
  }

  has(key: string): boolean {
    return this.#mapping[key] !== undefined && this.#mapping[key] !== null
  }

  fault(key: string | undefined, message: string, hint?: string): void {
    const line = key === undefined ? this.line : this.lineOf(key)
    this.#faults.error(line, 'invalid-test', message, { hint })
  }

  allow(...known: readonly string[]): void {
    for (const key of this.#file.keysOf(this.#mapping)) {
      if (known.includes(key)) continue
      const [near] = closestNames(key, known)
      const hint = near === undefined ? `It may have ${known.join(', ')}` : `Did you mean ${near}?`
      this.fault(key, `${this.#what} has no "${key}"`, hint)
    }
  }

  value(key: string): ParameterValue {
    return this.#mapping[key] ?? null
  }

  text(key: string): string | undefined {
    const value = this.value(key)
    if (value === null) return undefined
    if (typeof value !== 'object') return String(value)
    this.fault(key, `"${key}" of ${this.#what} is not a single value`)
    return undefined
  }

  /** A whole number between these. */
  integer(key: string, from: number, to: number): number | undefined {
    const value = this.value(key)
    if (value === null) return undefined
    if (typeof value === 'number' && Number.isInteger(value) && value >= from && value <= to) return value
    this.fault(key, `"${key}" of ${this.#what} is not a whole number from ${from} to ${to}`)
    return undefined
  }

  yes(key: string, unlessStated: boolean): boolean {
    const value = this.value(key)
    if (value === null) return unlessStated
    if (typeof value !== 'boolean') this.fault(key, `"${key}" of ${this.#what} is neither true nor false`)
    return value === true
  }

  oneOf<T extends string>(key: string, words: readonly T[]): T | undefined {
    const text = this.text(key)
    const found = words.find((word) => word === text)
    if (text !== undefined && found === undefined)
      this.fault(key, `"${key}" of ${this.#what} is "${text}"`, `It is one of ${words.join(', ')}`)
    return found
  }

  /** A list of names. */
  texts(key: string): readonly string[] | undefined {
    const list = this.list(key)
    if (list === undefined || list.every((one) => typeof one === 'string')) return list
    this.fault(key, `"${key}" of ${this.#what} is not a list of names`)
    return undefined
  }

  list(key: string): readonly ParameterValue[] | undefined {
    const value = this.value(key)
    if (value === null) return undefined
    if (isList(value)) return value
    this.fault(key, `"${key}" of ${this.#what} is not a list`)
    return undefined
  }

  rows(key: string): readonly (readonly Scalar[])[] | undefined {
    const rows = this.list(key)
    if (rows === undefined) return undefined
    const isRow = (row: ParameterValue): row is readonly Scalar[] => isList(row) && row.every(isScalar)
    if (rows.every(isRow)) return rows
    this.fault(key, `"${key}" of ${this.#what} is not a list of rows`, 'Write each row as a list of values')
    return undefined
  }

  /** Rows whose numbers keep all their digits. */
  exactRows(key: string): readonly TestRow[] | undefined {
    return this.rows(key) && (this.exact(key) as readonly TestRow[])
  }

  /**
   * The value of a key with numbers that keep all their digits, as `JSON.rawJSON` where JavaScript's do not.
   */
  exact(key: string): ExactValue {
    return this.#file.exact(this.#mapping, key)
  }

  /** The block below a key; one without entries where there is none. */
  block(key: string, what = key): Block {
    const value = this.value(key)
    const isBlock = isMapping(value)
    if (value !== null && !isBlock) this.fault(key, `"${key}" of ${this.#what} is not a block of names`)
    return this.#below(isBlock ? value : {}, what, this.lineOf(key))
  }

  /** The entries of this block, each a block of its own. */
  blocks(what: (name: string) => string): readonly { readonly name: string; readonly block: Block }[] {
    return this.names().map((name) => ({ name, block: this.block(name, what(name)) }))
  }

  /** The entries of a list, each a block. */
  blocksOf(key: string, what: string): readonly Block[] {
    return (this.list(key) ?? []).flatMap((entry) => {
      if (isMapping(entry)) {
        const [first] = this.#file.keysOf(entry)
        return [
          this.#below(entry, what, first === undefined ? this.lineOf(key) : this.#file.lineOf(entry, first)),
        ]
      }
      this.fault(key, `${what} is not a block`)
      return []
    })
  }

  names(): readonly string[] {
    return this.#file.keysOf(this.#mapping)
  }

  #below(mapping: YamlMapping, what: string, line: number): Block {
    return new Block({ file: this.#file, mapping, faults: this.#faults }, what, line)
  }
}

type Scalar = string | number | boolean | null
const isScalar = (value: ParameterValue): value is Scalar => value === null || typeof value !== 'object'
