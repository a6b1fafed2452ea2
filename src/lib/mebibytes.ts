/** A size with its unit, e.g. `15.3 MiB`. */
export const mebibytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MiB`
