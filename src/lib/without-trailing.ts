/**
 * A text without all of one letter at its end. A regular expression would try at each of many that are not at
 * the end, and take minutes for a parameter of some hundred kilobytes.
 */
export function withoutTrailing(text: string, letter: string): string {
  let end = text.length
  while (text[end - 1] === letter) end--
  return text.slice(0, end)
}
