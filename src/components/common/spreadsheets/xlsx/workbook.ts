import { join } from 'node:path'
import { percentDecoded } from '../../../../lib/percent-encode.ts'
import { ContentError } from '../../file-load/decode.ts'
import type { NumberShape } from '../cells.ts'
import { readShapes } from './number-shapes.ts'
import { noSharedStrings, openSharedStrings, type SharedStrings } from './shared-strings.ts'
import { readAllXml } from './xml.ts'
import { openParts, type ZipParts } from './zip-parts.ts'

/** What says how a workbook is put together. */
const MAX_PLAN_BYTES = 64 * 1024 * 1024
const MAX_STRINGS_BYTES = 4 * 1024 ** 3

/** A sheet of cells; charts and macros are none. */
export interface WorkbookSheet {
  readonly title: string
  readonly part: string
}

export interface Workbook {
  readonly parts: ZipParts
  readonly sheets: readonly WorkbookSheet[]
  /** The shapes of numbers by the style of their cells. */
  readonly shapes: readonly NumberShape[]
  readonly strings: SharedStrings
  /** Whether day 0 is the first of January 1904, as early versions for the Macintosh had it. */
  readonly begins1904: boolean
  close(): Promise<void>
}

/** Opens the workbook at `path`; `folder` is the step's own. Throws ContentError, or the signal's reason. */
export async function openWorkbook(path: string, folder: string, signal: AbortSignal): Promise<Workbook> {
  const parts = await openParts(path)
  try {
    const main = (await relations(parts, '')).find(({ type }) => type === 'officeDocument')?.part
    if (main === undefined)
      throw new ContentError('the file is a ZIP archive, but not an Excel workbook (.xlsx)')
    if (/\.bin$/i.test(main))
      throw new ContentError('the file is a binary workbook (.xlsb): save it as .xlsx')
    const related = await relations(parts, main)
    const { sheets, begins1904 } = await readPlan(parts, main, related)
    const partOf = (type: string) => related.find((one) => one.type === type && parts.has(one.part))?.part
    const styles = partOf('styles')
    const shapes = styles === undefined ? [] : await readShapes(styles, parts.read(styles, MAX_PLAN_BYTES))
    const texts = partOf('sharedStrings')
    const strings =
      texts === undefined
        ? noSharedStrings
        : await openSharedStrings(texts, parts.read(texts, MAX_STRINGS_BYTES), {
            path: join(folder, 'strings'),
            signal,
          })
    const close = async () => {
      parts.close()
      await strings.close()
    }
    return { parts, sheets, shapes, strings, begins1904, close }
  } catch (error) {
    parts.close()
    throw error
  }
}

interface Relation {
  readonly id: string
  /** The last word of its address, which is the same in both editions of the standard. */
  readonly type: string
  readonly part: string
}

/** What a part refers to; the whole file for an empty name. */
async function relations(parts: ZipParts, name: string): Promise<readonly Relation[]> {
  const at = name.lastIndexOf('/')
  const folder = name.slice(0, at + 1)
  const source = `${folder}_rels/${name.slice(at + 1)}.rels`
  const found: Relation[] = []
  if (!parts.has(source)) return found
  await readAllXml(source, parts.read(source, MAX_PLAN_BYTES), {
    open(element, { Id = '', Type = '', Target = '', TargetMode }) {
      if (element !== 'Relationship' || TargetMode === 'External') return
      const url = URL.parse(Target, `file:///${folder}`)
      if (url === null) return
      found.push({
        id: Id,
        type: Type.slice(Type.lastIndexOf('/') + 1),
        part: (percentDecoded(url.pathname) ?? url.pathname).replace(/^\/+/, ''),
      })
    },
  })
  return found
}

async function readPlan(
  parts: ZipParts,
  main: string,
  related: readonly Relation[],
): Promise<Pick<Workbook, 'sheets' | 'begins1904'>> {
  const sheets: WorkbookSheet[] = []
  let begins1904 = false
  await readAllXml(main, parts.read(main, MAX_PLAN_BYTES), {
    open(element, attributes) {
      if (element === 'workbookPr') begins1904 = /^(1|true|on)$/i.test(attributes['date1904'] ?? '')
      if (element !== 'sheet') return
      const key = Object.keys(attributes).find((one) => /:id$/.test(one)) ?? ''
      const relation = related.find(({ id, type }) => id === attributes[key] && type === 'worksheet')
      if (relation !== undefined) sheets.push({ title: attributes['name'] ?? '', part: relation.part })
    },
  })
  return { sheets, begins1904 }
}
