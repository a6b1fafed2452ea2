import type { Parameters } from '../pipeline/model.ts'
import { readParameters } from '../pipeline/parameters/read-parameters.ts'
import type { DeclaredAssets } from './asset-places.ts'
import { findDeclaration } from './catalog.ts'

/** What a component with these parameters reads and writes; undefined for types that have no assets. */
export function declaredAssets(type: string, parameters: Parameters): DeclaredAssets | undefined {
  const declaration = findDeclaration(type)
  if (declaration?.assets === undefined) return undefined
  const { parameters: read, faults } = readParameters(declaration.properties, parameters)
  return faults.length > 0 ? undefined : declaration.assets(read)
}

/** Whether components of this type have assets at all: most steps need no further look. */
export const hasAssets = (type: string): boolean => findDeclaration(type)?.assets !== undefined
