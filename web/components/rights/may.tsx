import type { ReactNode } from 'react'
import type { Need } from './needs.ts'
import { useMay } from './use-may.ts'

interface MayProps {
  readonly needs: Need
  /** Shown to those who may not, instead of nothing. */
  readonly otherwise?: ReactNode
  readonly children: ReactNode
}

/** Shows a control only to users who may use it. */
export function May({ needs, otherwise = null, children }: MayProps) {
  return useMay()(needs) ? children : otherwise
}

interface WritableProps {
  readonly needs: Need
  readonly children: ReactNode
}

/** Fields that are shown to everybody, and can be changed only by users who may save them. */
export function Writable({ needs, children }: WritableProps) {
  return (
    <fieldset disabled={!useMay()(needs)} style={{ border: 0, margin: 0, padding: 0, minInlineSize: 0 }}>
      {children}
    </fieldset>
  )
}
