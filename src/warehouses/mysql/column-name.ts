const NAME_CHARACTERS = 64

/** Names have no letters beyond the 65,536 first ones of Unicode, as emoji are, and no blank at their end. */
export function columnName(name: string, ending: string): string {
  const taken = [...name].map((letter) => (letter.length > 1 ? '_' : letter))
  const kept = taken
    .slice(0, NAME_CHARACTERS - ending.length)
    .join('')
    .trimEnd()
  return (kept || '_') + ending
}
