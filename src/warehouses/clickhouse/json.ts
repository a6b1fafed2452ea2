import { truthWords } from '../cast.ts'
import { refusals } from '../refusals.ts'
import { kindOf } from '../type-kinds.ts'
import type { JsonFunctions } from '../warehouse.ts'
import { WarehouseError } from '../warehouse-error.ts'
import { withinDigits, withinLength } from '../within-size.ts'
import { fail } from './casts.ts'
import { quoteText } from './quote.ts'

function refused(): never {
  throw new WarehouseError(refusals.CLICKHOUSE.unfolding)
}

/** By one member or position: a name of digits may be either, and a position would find members too. */
function step(json: string, part: string): string {
  const member = `JSONExtractRaw(${json}, ${quoteText(part)})`
  const found = /^\d{1,9}$/.test(part)
    ? `if(JSONType(${json}) = 'Array', JSONExtractRaw(${json}, ${Number(part) + 1}), ${member})`
    : member
  return `nullIf(${found}, '')`
}

/** Whether the text can become a value of the type. */
function fits(text: string, type: string): string | undefined {
  const number = `toDecimal128OrNull(trim(${text}), 9)`
  switch (kindOf(type)) {
    case 'integer':
      return `accurateCastOrNull(round(${number}), ${quoteText(type)}) is not null`
    case 'decimal':
      return withinDigits(number, type)
    case 'float':
      return `toFloat64OrNull(trim(${text})) is not null`
    case 'boolean':
      return `lower(trim(${text})) in (${truthWords.map(quoteText).join(', ')})`
    case 'day':
      return `toDate32OrNull(${text}) is not null`
    case 'moment':
      return `toDateTime64OrNull(${text}, 6, 'UTC') is not null`
    case 'text':
      return withinLength(`lengthUTF8(${text})`, type)
    default:
      return undefined
  }
}

/** JSON is kept as text. */
export const clickHouseJson: JsonFunctions = {
  parse(value) {
    const text = `toString(${value})`
    const failing = fail(`concat(${quoteText('no JSON: ')}, ${text})`)
    return `multiIf(isNull(${text}), null, isValidJSON(${text}), ${text}, toString(${failing}))`
  },
  at: (json, path) => path.reduce(step, json),
  text: (json) =>
    `multiIf(JSONType(${json}) = 'String', JSONExtractString(${json}), JSONType(${json}) = 'Null', null, ${json})`,
  written: (json) => `toString(${json})`,
  quoted: (text) => `if(isNull(${text}), null, toJSONString(assumeNotNull(${text})))`,
  joinElements: refused,
  orNull(text, type, cast) {
    const condition = fits(text, type)
    return condition === undefined ? cast(text) : `case when ${condition} then ${cast(text)} end`
  },
}
