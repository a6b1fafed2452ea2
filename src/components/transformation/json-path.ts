/** A member in brackets, in quotes, or plain. */
const part = /\['([^']*)'\]|\[(\d+)\]|"([^"]*)"|([^.[\]"]+)/g

/**
 * The members and positions of a path as files write it: `a.b[0]`, `"a"."b c"`, `a['@b']`. Empty text is no
 * path.
 */
export const jsonPath = (text: string): readonly string[] =>
  [...text.matchAll(part)].map(
    ([, bracketed, position, quoted, plain]) => bracketed ?? position ?? quoted ?? plain ?? '',
  )
