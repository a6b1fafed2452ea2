/**
 * Puts the text of an `si` or `is` element together: runs of it may be formatted, and readings of characters
 * lie between.
 */
export interface TextCollector {
  begin(): void
  open(element: string): void
  text(text: string): void
  close(element: string): void
  end(): string
}

export function textReader(): TextCollector {
  let parts = ''
  let isText = false
  let isReading = false
  return {
    begin() {
      parts = ''
      isText = false
      isReading = false
    },
    open(element) {
      if (element === 'rPh') isReading = true
      else if (element === 't') isText = !isReading
    },
    text(text) {
      if (isText) parts += text
    },
    close(element) {
      if (element === 'rPh') isReading = false
      else if (element === 't') isText = false
    },
    end: () => unescaped(parts),
  }
}

/** Characters that XML cannot hold are written as `_x000D_` (ECMA-376-1 §22.4.2.4). */
export const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      )
    : text
