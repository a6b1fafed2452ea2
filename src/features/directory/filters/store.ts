import { type RawBuilder, sql } from 'kysely'
import { isUuid } from '../../../lib/ids.ts'
import { type Attribute, groupModel, schemasAttribute, userModel } from '../scim/attributes.ts'
import type { Compared, Comparison, Condition, ElementFilter, ResourceFilter } from '../scim/filter.ts'
import type { Path } from '../scim/path.ts'
import { scimFault } from '../scim/scim-problem.ts'
import { type Links, linkCondition } from './links-store.ts'

/** A condition of SQL. Always true or false, never null: so that `not` means what it says. */
export type Sql = RawBuilder<unknown>

/** Which table a filter is compiled for; its row is called `r` there. */
export interface Source {
  readonly resourceType: 'User' | 'Group'
  /** The attribute whose elements are rows of `group_member`: `groups` of users, `members` of groups. */
  readonly links: Links
}

/** Everything of a resource in lower case: what the GIN index of both tables is on. */
const folded = sql.ref('r.folded')

/**
 * Compiles a filter to a condition on rows of `directory_user r` or `directory_group r`. Equality goes
 * through an index whatever the attribute is; the values are parameters, so that filters of one form share
 * one plan.
 */
export function filterCondition(filter: ResourceFilter | undefined, source: Source): Sql {
  return filter === undefined ? sql`true` : compile(filter, source)
}

function compile(filter: ResourceFilter, source: Source): Sql {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return joined(filter, (condition) => compile(condition, source))
    case 'not':
      return sql`not (${compile(filter.condition, source)})`
    case 'present':
      return present(filter.path, source)
    case 'some':
      return someElement(filter.path, filter.condition, source)
    case 'compare':
      return compare(filter, source)
  }
}

function joined<P>(
  { kind, conditions }: { kind: 'and' | 'or'; conditions: readonly Condition<P>[] },
  part: (condition: Condition<P>) => Sql,
): Sql {
  return sql`(${sql.join(conditions.map(part), sql.raw(` ${kind} `))})`
}

const isLink = ({ attribute }: Path, { links }: Source): boolean => attribute?.name === links.attribute

function present(path: Path, source: Source): Sql {
  const { attribute, sub, extension } = path
  if (isLink(path, source)) return linkCondition(source.links, sql`true`)
  if (extension === undefined && ['id', 'meta', 'schemas'].includes(attribute!.name)) return sql`true`
  if (attribute!.multiValued && sub !== undefined)
    return sql`coalesce(r.attributes @? ${`$.${quoted(keysOf(path))}[*].${quoted([sub.name])}`}::jsonpath, false)`
  return sql`(r.attributes #> ${keysOf(path)}::text[]) is not null`
}

function compare(
  { path, operator, value }: Extract<ResourceFilter, { kind: 'compare' }>,
  source: Source,
): Sql {
  if (value === null) return operator === 'eq' ? sql`not (${present(path, source)})` : present(path, source)
  if (operator === 'ne')
    return sql`not (${compare({ kind: 'compare', path, operator: 'eq', value }, source)})`
  if (isLink(path, source))
    return linkCondition(source.links, linkComparison(path.sub!, operator, value, source))
  const { attribute, sub, extension } = path
  const typed = sub ?? attribute!
  if (attribute === schemasAttribute)
    return sql`exists (select from ${schemasOf(source)} s (urn)
                        where ${compareText(sql.ref('s.urn'), typed, operator, String(value))})`
  const column = extension === undefined ? columnOf(path, source) : undefined
  if (column !== undefined) return compareColumn(column, operator, String(value))
  if (typeof value === 'boolean' && !attribute!.multiValued)
    return sql`(coalesce(r.attributes #> ${keysOf(path)}::text[], 'false') = ${String(value)}::jsonb)`
  // An element without `primary` is not primary.
  if (value === false) return someElement(path, { kind: 'compare', path: sub!, operator, value }, source)
  if (operator === 'eq') return contains(path, value, typed)
  if (!attribute!.multiValued) return compareText(textAt(path), typed, operator, String(value))
  return sql`exists (select from jsonb_array_elements(r.attributes -> ${attribute!.name}::text) e
                      where ${compareText(sql`e.value ->> ${sub!.name}::text`, typed, operator, String(value))})`
}

/** The URNs of the schemas of a resource, as it is returned. */
function schemasOf({ resourceType }: Source): Sql {
  const { core, extension } = resourceType === 'User' ? userModel : groupModel
  const used = extension && sql` || case when r.attributes ? ${extension.id} then array[${extension.id}] end`
  return sql`unnest(array[${core.id}]${used ?? sql``})`
}

function linkComparison(sub: Attribute, operator: Comparison, value: Compared, { links }: Source): Sql {
  if (sub.name === 'value' && operator === 'eq') return uuidEquals(sql.ref(links.idColumn), String(value))
  const text = links.textOf(sub.name)
  if (text === undefined)
    throw scimFault('invalidFilter', `filter: ${links.attribute}.${sub.name} cannot be compared`)
  return compareText(text, sub, operator, String(value))
}

const uuidEquals = (column: Sql, value: string): Sql =>
  isUuid(value) ? sql`${column} = ${value}::uuid` : sql`false`

/** `{"emails": [{"value": "…"}]}` is contained: what the GIN index answers. */
function contains(path: Path, value: Compared, typed: Attribute): Sql {
  const { extension, attribute, sub } = path
  const inner = sub === undefined ? value : { [sub.name]: value }
  const own = { [attribute!.name]: attribute!.multiValued ? [inner] : inner }
  const whole = JSON.stringify(extension === undefined ? own : { [extension]: own })
  const found = sql`(${folded} @> lower(${whole}::text)::jsonb)`
  return typed.caseExact ? sql`(${found} and r.attributes @> ${whole}::text::jsonb)` : found
}

/** Elements of a multi-valued attribute. What the filter says by `eq` is looked up in the index first. */
function someElement(path: Path, condition: ElementFilter, source: Source): Sql {
  if (isLink(path, source)) {
    return linkCondition(
      source.links,
      elementCondition(condition, (sub, operator, value) => linkComparison(sub, operator, value, source)),
    )
  }
  const { attribute } = path
  const equalities = equalitiesOf(condition)
  const exact = sql`exists (select from jsonb_array_elements(r.attributes -> ${attribute!.name}::text) e
                             where ${elementCondition(condition, compareElement)})`
  if (Object.keys(equalities).length === 0) return exact
  const part = JSON.stringify({ [attribute!.name]: [equalities] })
  return sql`(${folded} @> lower(${part}::text)::jsonb and ${exact})`
}

function equalitiesOf(condition: ElementFilter): Record<string, Compared> {
  const all = condition.kind === 'and' ? condition.conditions : [condition]
  return Object.fromEntries(
    all.flatMap((one) =>
      one.kind === 'compare' && one.operator === 'eq' && one.value !== null && one.value !== false
        ? [[one.path.name, one.value]]
        : [],
    ),
  )
}

type CompareSub = (sub: Attribute, operator: Comparison, value: Compared) => Sql

function elementCondition(condition: ElementFilter, compareSub: CompareSub): Sql {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return joined(condition, (one) => elementCondition(one, compareSub))
    case 'not':
      return sql`not (${elementCondition(condition.condition, compareSub)})`
    case 'present':
      return sql`not (${compareSub(condition.path, 'eq', null)})`
    case 'some':
      return sql`false` // elements have no multi-valued parts: reading the filter refuses it
    case 'compare': {
      const { path, operator, value } = condition
      if (operator !== 'ne') return compareSub(path, operator, value)
      return sql`not (${compareSub(path, 'eq', value)})`
    }
  }
}

const compareElement: CompareSub = (sub, operator, value) => {
  const held = sql`e.value ->> ${sub.name}::text`
  if (value === null) return sql`(${held}) is null`
  if (typeof value === 'boolean') return sql`coalesce((${held})::boolean, false) = ${value}`
  return compareText(held, sub, operator, String(value))
}

function compareText(held: Sql, attribute: Attribute, operator: Comparison, value: string): Sql {
  const fold = (text: Sql) => inOrder(attribute.caseExact ? text : sql`lower(${text})`)
  const left = fold(sql`(${held})`)
  const right = fold(sql`${value}::text`)
  return sql`coalesce(${textCondition(left, operator, right)}, false)`
}

/** Texts are compared and sorted by code point, as JSON knows no language; the indexes are in that order. */
const inOrder = (text: Sql): Sql => sql`(${text} collate "C")`

function textCondition(left: Sql, operator: Comparison, right: Sql): Sql {
  switch (operator) {
    case 'eq':
      return sql`${left} = ${right}`
    case 'ne':
      return sql`${left} <> ${right}`
    case 'co':
      return sql`position(${right} in ${left}) > 0`
    case 'sw':
      return sql`starts_with(${left}, ${right})`
    case 'ew':
      return sql`right(${left}, length(${right})) = ${right}`
    case 'gt':
      return sql`${left} > ${right}`
    case 'ge':
      return sql`${left} >= ${right}`
    case 'lt':
      return sql`${left} < ${right}`
    case 'le':
      return sql`${left} <= ${right}`
  }
}

type Column =
  | { readonly kind: 'id' }
  | { readonly kind: 'instant'; readonly column: string }
  | { readonly kind: 'indexed' | 'text'; readonly text: Sql; readonly fold: boolean }

/** Attributes that are columns, or that have an index of their own. */
function columnOf({ attribute, sub }: Path, { resourceType }: Source): Column | undefined {
  switch (`${attribute!.name}${sub === undefined ? '' : `.${sub.name}`}`) {
    case 'id':
      return { kind: 'id' }
    case 'userName':
      return { kind: 'indexed', text: sql`r.attributes ->> 'userName'`, fold: true }
    case 'displayName':
      return resourceType === 'Group'
        ? { kind: 'indexed', text: sql`r.attributes ->> 'displayName'`, fold: true }
        : undefined
    case 'externalId':
      return { kind: 'indexed', text: sql`r.attributes ->> 'externalId'`, fold: false }
    case 'meta.created':
      return { kind: 'instant', column: 'r.created_at' }
    case 'meta.lastModified':
      return { kind: 'instant', column: 'r.updated_at' }
    case 'meta.resourceType':
      return { kind: 'text', text: sql`${resourceType}::text`, fold: false }
    case 'meta.version':
      throw scimFault('invalidFilter', 'filter: meta.version cannot be searched; use If-None-Match')
    case 'meta.location':
      throw scimFault('invalidFilter', 'filter: meta.location cannot be searched; use id')
    default:
      return undefined
  }
}

function compareColumn(column: Column, operator: Comparison, value: string): Sql {
  if (column.kind === 'id') {
    return operator === 'eq'
      ? uuidEquals(sql`r.id`, value)
      : textCondition(sql`r.id::text`, operator, sql`${value}::text`)
  }
  if (column.kind === 'instant') return compareInstant(column.column, operator, value)
  const right = column.fold ? sql`lower(${value}::text)` : sql`${value}::text`
  const left = inOrder(column.fold ? sql`lower(${column.text})` : sql`(${column.text})`)
  const held = sql`(${column.text}) is not null`
  // A prefix is a range: the index serves it whatever plan is kept.
  if (operator === 'sw')
    return sql`(${held} and ${left} >= ${right} and ${left} < (${right} || ${'\u{10ffff}'}::text))`
  return sql`(${held} and ${textCondition(left, operator, right)})`
}

const orders: Partial<Record<Comparison, string>> = { eq: '=', gt: '>', ge: '>=', lt: '<', le: '<=' }

/** Instants are compared as clients see them: in milliseconds. */
function compareInstant(column: string, operator: Comparison, value: string): Sql {
  const order = orders[operator]
  const instant = new Date(value)
  if (order === undefined || Number.isNaN(instant.getTime()))
    throw scimFault(
      'invalidFilter',
      `filter: ${value} is not a date and time, or ${operator} cannot compare them`,
    )
  if (operator === 'gt' || operator === 'ge') {
    const least = new Date(instant.getTime() + (operator === 'gt' ? 1 : 0))
    return sql`${sql.ref(column)} >= ${least}`
  }
  const below = new Date(instant.getTime() + (operator === 'lt' ? 0 : 1))
  return operator === 'eq'
    ? sql`(${sql.ref(column)} >= ${instant} and ${sql.ref(column)} < ${below})`
    : sql`${sql.ref(column)} < ${below}`
}

/** `order by` for `sortBy`; without one in the order they were made. The id makes the order total. */
export function sortOrder(path: Path | undefined, descending: boolean, source: Source): Sql {
  const direction = sql.raw(descending ? 'desc nulls first' : 'asc nulls last')
  const idDirection = sql.raw(descending ? 'desc' : 'asc')
  if (path === undefined) return sql`r.id ${idDirection}`
  if (isLink(path, source))
    throw scimFault('invalidPath', `sortBy: ${source.links.attribute} cannot be sorted by`)
  const column = path.extension === undefined ? columnOf(path, source) : undefined
  if (column?.kind === 'id') return sql`r.id ${idDirection}`
  if (column?.kind === 'instant') return sql`${sql.ref(column.column)} ${direction}, r.id ${idDirection}`
  const typed = path.sub ?? path.attribute!
  const text = column?.text ?? (path.attribute!.multiValued ? preferredValue(path) : textAt(path))
  const key = inOrder(typed.caseExact ? sql`(${text})` : sql`lower(${text})`)
  return sql`${key} ${direction}, r.id ${idDirection}`
}

/** RFC 7644 §3.4.2.3: the primary value, else the first. */
const preferredValue = ({ attribute, sub }: Path): Sql => sql`
  (select e.value ->> ${sub?.name ?? 'value'}::text
     from jsonb_array_elements(r.attributes -> ${attribute!.name}::text) with ordinality e (value, position)
    order by (e.value ->> 'primary')::boolean desc nulls last, position limit 1)`

const keysOf = ({ extension, attribute, sub }: Path): string[] => [
  ...(extension === undefined ? [] : [extension]),
  attribute!.name,
  ...(sub === undefined || attribute!.multiValued ? [] : [sub.name]),
]
const textAt = (path: Path): Sql => sql`r.attributes #>> ${keysOf(path)}::text[]`
const quoted = (keys: readonly string[]): string => keys.map((key) => JSON.stringify(key)).join('.')
