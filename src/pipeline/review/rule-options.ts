import type { ParameterValue } from '../model.ts'
import { isList, isMapping, namesOf } from '../parse-shapes.ts'
import type { Options, OptionValue, ReviewRule, RuleOption } from './rule.ts'

/**
 * The options of a rule: what `config` states, and the default of the rest. What is wrong with them goes to
 * `objections`.
 */
export function optionsOf(
  { options: declared = {} }: ReviewRule,
  config: Readonly<Record<string, ParameterValue>> = {},
  objections: string[] = [],
): Options {
  for (const key of Object.keys(config))
    if (!Object.hasOwn(declared, key)) objections.push(`"${key}" is not an option of the rule`)
  return Object.fromEntries(
    Object.entries(declared).map(([key, option]) => {
      const stated = config[key] ?? undefined
      if (stated === undefined) return [key, option.default]
      const { value, objection } = readOption(key, option, stated)
      if (objection !== undefined) objections.push(`"${key}" ${objection}`)
      return [key, value]
    }),
  )
}

function readOption(
  key: string,
  option: RuleOption,
  stated: ParameterValue,
): { value: OptionValue; objection?: string } {
  const refused = (objection: string) => ({ value: option.default, objection })
  if (Array.isArray(option.default))
    return isMapping(stated) ? refused('is not a list') : { value: namesOf(stated) }
  if (isList(stated) || isMapping(stated) || stated === null) return refused('is not a single value')
  if (typeof option.default === 'number') {
    const number = Number(stated)
    return Number.isInteger(number) && number >= 0 ? { value: number } : refused('is not a whole number')
  }
  const value = String(stated)
  if (option.choices !== undefined && !option.choices.includes(value))
    return refused(`is not one of ${option.choices.join(', ')}`)
  if (key === 'pattern' && !isPattern(value)) return refused('is not a regular expression')
  return { value }
}

function isPattern(text: string): boolean {
  try {
    new RegExp(text, 'u')
    return true
  } catch {
    return false
  }
}
