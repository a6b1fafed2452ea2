import { expect, test } from 'vitest'
import { castSql } from './cast.ts'
import { redshiftCasts } from './redshift/casts.ts'
import { castSql as snowflakeCastSql } from './snowflake/casts.ts'

// The stand-ins make JSON of a text in a cast, too.
test('texts are read as JSON where a cast would make a JSON string of them', () => {
  expect(snowflakeCastSql('t', 'VARCHAR', 'VARIANT')).toBe('cast(parse_json(t) as VARIANT)')
  expect(snowflakeCastSql('t', 'VARCHAR(20)', 'ARRAY')).toBe('cast(parse_json(t) as ARRAY)')
  expect(snowflakeCastSql('v', 'VARIANT', 'VARIANT')).toBe('cast(v as VARIANT)')
  expect(castSql(redshiftCasts, 't', 'character varying(20)', 'super')).toBe('json_parse(t)')
})
