import { refusals } from '../refusals.ts'
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
  parse: (value) => `json_parse(${value})`,
  at: (json, path) => (path.length === 0 ? json : refused()),
  text: (json) => `json_serialize(${json})`,
  quoted(text) {
    const escaped = escapes.reduce(
      (value, [sign, written]) => `replace(${value}, ${quoteText(sign)}, ${quoteText(written)})`,
      text,
    )
    return `'"' || ${escaped} || '"'`
  },
  elements: refused,
  orNull: refused,
}
