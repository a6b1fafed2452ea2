/** Properties of a connection whose secrets are values already. */
export interface PropertyReader {
  /** Undefined when it is absent or empty. */
  readonly optional: (name: string) => string | undefined
  /** Throws an Error that names the property when it is absent or empty. */
  readonly needed: (name: string) => string
}

export function readProperties(properties: Readonly<Record<string, unknown>>): PropertyReader {
  const optional = (name: string) => {
    const value = properties[name]
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const needed = (name: string) => {
    const value = optional(name)
    if (value === undefined) throw new Error(`The connection lacks ${name}`)
    return value
  }
  return { optional, needed }
}
