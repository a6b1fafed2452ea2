import { refusals } from '../refusals.ts'
import { isJson } from '../type-kinds.ts'
import type { JsonFunctions } from '../warehouse.ts'
import { WarehouseError } from '../warehouse-error.ts'
import { quoteText } from './quote-text.ts'

function refused(): never {
  throw new WarehouseError(refusals.REDSHIFT.unfolding)
}

const escapes: readonly (readonly [string, string])[] = [
  ['\\', '\\\\'],
  ['"', '\\"'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]

export const redshiftJson: JsonFunctions = {
  parse: (value, type = '') => (isJson(type) ? value : `json_parse(${value})`),
  at: (json, path) => (path.length === 0 ? json : refused()),
  text: (json) => `json_serialize(${json})`,
  // A null of SQL would become the text null, and a cast to a text makes null of objects.
  written: (json) => `case when ${json} is not null then json_serialize(${json}) end`,
  quoted(text) {
    const escaped = escapes.reduce(
      (value, [sign, written]) => `replace(${value}, ${quoteText(sign)}, ${quoteText(written)})`,
      text,
    )
    return `'"' || ${escaped} || '"'`
  },
  joinElements: refused,
  orNull: refused,
}
