/**
 * A name for comparisons without regard to case, as PostgreSQL's `lower` has it: letter by letter, each as
 * one letter. JavaScript makes another letter of a Σ at the end of a word, and two of İ.
 */
export const lowered = (name: string): string =>
  Array.from(name, (letter) => String.fromCodePoint(letter.toLowerCase().codePointAt(0)!)).join('')
