import type { Members } from './canonical.ts'

/** JSON.stringify writes an escape only for what is no character of any text: U+0000 and halves of pairs. */
const notText = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/

/** Faults of a resource that JSON allows and no database can hold. */
export const unstorable = (resource: Members): string[] =>
  notText.test(JSON.stringify(resource))
    ? ['body contains U+0000 or half of a surrogate pair, which is not text']
    : []
