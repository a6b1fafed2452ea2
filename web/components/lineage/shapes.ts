import { File, Globe, type LucideIcon, MessagesSquare, Package, Table2 } from 'lucide-react'
import type { components } from '../../../openapi/types.generated.ts'

type Schemas = components['schemas']
export type Asset = Schemas['Asset']
export type AssetGraph = Schemas['AssetGraph']
export type AssetNode = Schemas['AssetNode']
export type AssetEdge = Schemas['AssetEdge']
export type AssetKind = Asset['kind']

interface Look {
  readonly label: string
  readonly icon: LucideIcon
}

/** What a kind of asset is called, and its icon. */
export const kinds: Readonly<Record<AssetKind, Look>> = {
  TABLE: { label: 'Table', icon: Table2 },
  OBJECT: { label: 'Object', icon: Package },
  FILE: { label: 'File', icon: File },
  API: { label: 'Endpoint', icon: Globe },
  TOPIC: { label: 'Topic', icon: MessagesSquare },
}

export const isKind = (text: string | undefined): text is AssetKind =>
  text !== undefined && Object.hasOwn(kinds, text)
