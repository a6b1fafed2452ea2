const charset = /;\s*charset\s*=\s*["']?([^\s"';,]*)/i

/** The character set that a media type names; one without takes UTF-8. */
export const charsetOf = (mediaType: string | null | undefined): string =>
  charset.exec(mediaType ?? '')?.[1] ?? 'utf-8'
