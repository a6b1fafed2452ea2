/** A migration that a database has. */
export interface Applied {
  readonly name: string
  /** The number that a server must know to run over it; null when any may that ran before it. */
  readonly oldestServer: number | null
}

/** The column came with a migration: before it no migration excludes anybody. */
export const READ_APPLIED = `select name, checksum, (to_jsonb(m) ->> 'oldest_server')::integer as "oldestServer"
  from schema_migration m order by name`

export const numberOf = (name: string): number => Number.parseInt(name, 10)

/**
 * What keeps a program that knows the migrations `known` from running over a database that has `applied`:
 * names of migrations, none when it may.
 */
export function excluding(known: readonly string[], applied: readonly Applied[]): string[] {
  const newest = Math.max(0, ...known.map(numberOf))
  return applied
    .filter(
      ({ name, oldestServer }) => !known.includes(name) && oldestServer !== null && oldestServer > newest,
    )
    .map(({ name }) => name)
}
