import { crc32, deflateRawSync } from 'node:zlib'

/** A part of a packed file, and what its directory says of it where that is to be wrong. */
export interface Part {
  readonly content: string | Buffer
  readonly claims?: { readonly bytes?: number; readonly checksum?: number; readonly isEncrypted?: boolean }
}

/** A zip file of these parts. */
export function zipOf(parts: Readonly<Record<string, Part | string>>): Buffer {
  const local: Buffer[] = []
  const central: Buffer[] = []
  let at = 0
  for (const [name, part] of Object.entries(parts)) {
    const { content, claims = {} } = typeof part === 'string' ? { content: part } : part
    const bytes = Buffer.from(content)
    const packed = deflateRawSync(bytes)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(claims.isEncrypted === true ? 1 : 0, 2)
    common.writeUInt16LE(8, 4) // deflate
    common.writeUInt32LE(claims.checksum ?? crc32(bytes), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(claims.bytes ?? bytes.length, 18)
    common.writeUInt16LE(Buffer.byteLength(name), 22)
    const header = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), packed])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(at, 10)
    central.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, rest, Buffer.from(name))
    local.push(header)
    at += header.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(local.length, 8)
  end.writeUInt16LE(local.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...local, directory, end])
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

export interface WorkbookText {
  /** The rows of each sheet, as `<row>` elements. */
  readonly sheets: Readonly<Record<string, string>>
  /** `<si>` elements. */
  readonly strings?: string
  /** Formats of numbers: the style of a cell is the position in this list. */
  readonly formats?: readonly (number | string)[]
  readonly begins1904?: boolean
}

/** The parts of a workbook, as Excel names them. */
export function workbookParts({ sheets, strings, formats = [0], begins1904 }: WorkbookText) {
  const names = Object.keys(sheets)
  const own = formats.flatMap((format, index) =>
    typeof format === 'string' ? [{ format, id: 164 + index }] : [],
  )
  const idOf = (format: number | string) =>
    typeof format === 'number' ? format : own.find((one) => one.format === format)?.id
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`
  const relations = (...all: string[]) =>
    `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all.join('')}</Relationships>`
  const sheetList = names.map(
    (name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  )
  const parts: Record<string, string> = {
    '_rels/.rels': relations(relation('rId1', 'officeDocument', 'xl/workbook.xml')),
    'xl/_rels/workbook.xml.rels': relations(
      ...names.map((_, index) =>
        relation(`rId${index + 1}`, 'worksheet', `worksheets/sheet${index + 1}.xml`),
      ),
      relation('rIdS', 'styles', '/xl/styles.xml'),
      relation('rIdT', 'sharedStrings', 'sharedStrings.xml'),
    ),
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><workbookPr${begins1904 ? ' date1904="1"' : ''}/><sheets>${sheetList.join('')}</sheets></workbook>`,
    'xl/styles.xml':
      `<styleSheet xmlns="${MAIN}"><numFmts>${own.map(({ id, format }) => `<numFmt numFmtId="${id}" formatCode="${format.replaceAll('"', '&quot;')}"/>`).join('')}</numFmts>` +
      `<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${formats.map((format) => `<xf numFmtId="${idOf(format)}"/>`).join('')}</cellXfs></styleSheet>`,
  }
  if (strings !== undefined) parts['xl/sharedStrings.xml'] = `<sst xmlns="${MAIN}">${strings}</sst>`
  for (const [index, name] of names.entries())
    parts[`xl/worksheets/sheet${index + 1}.xml`] =
      `<worksheet xmlns="${MAIN}"><dimension ref="A1"/><sheetData>${sheets[name]}</sheetData><mergeCells/></worksheet>`
  return parts
}

/** A workbook as a file. */
export const workbookOf = (text: WorkbookText): Buffer => zipOf(workbookParts(text))
