import type { ReactNode } from 'react'
import classes from './execution.module.css'

export interface Fact {
  readonly name: string
  readonly value: ReactNode
}

/** Short facts, each with its name above it, as many in a row as fit. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className={classes['facts']}>
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
