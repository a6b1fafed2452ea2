import { type FilePlace, openPlace } from '../../common/file-load/file-place.ts'
import { findFiles, nameBelow } from '../../common/file-load/match-files.ts'
import { iterationsOf } from '../../common/iterations.ts'
import type { FileEntry } from '../../common/object-stores/file-store.ts'
import { StoreError } from '../../common/object-stores/sender.ts'
import { MAX_GRID_ROWS } from '../../common/variables.ts'
import { iterator } from '../../component.ts'
import { type Attribute, declaration, type FileIteration, readIteration } from './properties.ts'

/** One iteration for each file, in the order of their names; all are listed before the first one begins. */
export const run = iterator(declaration, async (context, parameters) => {
  const { iteration, faults } = readIteration(parameters)
  if (faults.length > 0) return { failed: faults.join('. ') }
  const { place, pattern, most, mapping } = iteration
  try {
    const store = await openPlace(context, asFolder(place))
    const { files: found } = await findFiles(store, pattern)
    const files = found.filter(({ name }) => isWanted(nameBelow(store.path, name), iteration))
    const limit = most ?? MAX_GRID_ROWS
    if (most === undefined && files.length > limit)
      return { failed: `There are more than ${limit} files; narrow Filter Regex, or set Max Iterations` }
    if (files.length > limit) context.log(`${files.length - limit} files are left out by Max Iterations`)
    const rows = files.slice(0, limit).map((file) => {
      const values = attributesOf(place.settings.url, nameBelow(store.path, file.name), file)
      return mapping.map(({ attribute }) => values[attribute])
    })
    return iterationsOf(
      context.variables,
      mapping.map(({ variable }) => variable),
      rows,
    )
  } catch (error) {
    if (error instanceof StoreError) return { failed: error.message }
    throw error
  }
})

/** Other readers of a place take the end of its URL for what names begin with. */
const asFolder = (place: FilePlace): FilePlace => ({
  ...place,
  settings: { ...place.settings, url: place.settings.url.replace(/[^/]$/, '$&/') },
})

/** Whether a file, by its path below the URL, is in a folder that is looked into. */
function isWanted(path: string, { depth, ignoresHidden }: FileIteration): boolean {
  const parts = path.split('/')
  const isTooDeep = depth !== undefined && parts.length - 1 > depth
  return !isTooDeep && !(ignoresHidden && parts.some((part) => part.startsWith('.')))
}

function attributesOf(
  base: string,
  path: string,
  { modified }: FileEntry,
): Readonly<Record<Attribute, string>> {
  const at = path.lastIndexOf('/')
  return {
    'Base Folder': base,
    Subfolder: path.slice(0, Math.max(at, 0)),
    Filename: path.slice(at + 1),
    // Stores say seconds, and some no more.
    'Last Modified': modified === undefined ? '' : `${modified.toISOString().slice(0, 19)}Z`,
  }
}
