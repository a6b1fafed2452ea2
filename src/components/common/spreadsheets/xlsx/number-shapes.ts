import type { NumberShape } from '../cells.ts'
import { readAllXml } from './xml.ts'

/**
 * The shapes of the formats that need no declaration (ECMA-376-1 §18.8.30), dates of East Asian editions
 * among them.
 */
function builtInShape(id: number): NumberShape {
  if ((id >= 14 && id <= 17) || (id >= 27 && id <= 31) || id === 36) return 'date'
  if (id >= 50 && id <= 58 && id !== 55 && id !== 56) return 'date'
  if (id === 22) return 'timestamp'
  if (id === 46) return 'duration'
  return (id >= 18 && id <= 21) || (id >= 32 && id <= 35) || [45, 47, 55, 56].includes(id) ? 'time' : 'plain'
}

/**
 * What a number means that is shown in this format: `dd.mm.yyyy` is a day, `h:mm` a time of day, `[h]:mm` a
 * duration.
 */
export function formatShape(format: string): NumberShape {
  const [section = ''] = format.replaceAll(/"[^"]*"|\\.|[_*]./g, '').split(';')
  const elapsed = /\[(h+|m+|s+)\]/i.test(section)
  const plain = section.replaceAll(/\[[^\]]*\]/g, '').replace(/^general$/i, '')
  const hasTime = elapsed || /[hs]/i.test(plain) || /am\/pm|a\/p/i.test(plain)
  const letters = plain.replaceAll(/am\/pm|a\/p/gi, '')
  const hasDay = /[yd]/i.test(letters) || (/m/i.test(letters) && !hasTime)
  if (hasDay) return hasTime ? 'timestamp' : 'date'
  if (elapsed) return 'duration'
  return hasTime ? 'time' : 'plain'
}

/** The shapes of numbers by the style of their cells, from the part that declares styles. */
export async function readShapes(
  name: string,
  bytes: AsyncIterable<Buffer>,
): Promise<readonly NumberShape[]> {
  const own = new Map<number, NumberShape>()
  const shapes: NumberShape[] = []
  let isCellFormats = false
  await readAllXml(name, bytes, {
    open(element, attributes) {
      if (element === 'cellXfs') isCellFormats = true
      const id = Number(attributes['numFmtId'] ?? 0)
      if (element === 'numFmt') own.set(id, formatShape(attributes['formatCode'] ?? ''))
      if (element === 'xf' && isCellFormats) shapes.push(own.get(id) ?? builtInShape(id))
    },
    close(element) {
      if (element === 'cellXfs') isCellFormats = false
    },
  })
  return shapes
}
