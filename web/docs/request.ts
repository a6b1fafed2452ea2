/** An operation as the page describes it to this script. */
export interface TriedOperation {
  readonly id: string
  readonly method: string
  readonly path: string
  /** At the origin itself, and not below the path of the API. */
  readonly atRoot: boolean
  readonly parameters: readonly {
    readonly name: string
    readonly in: string
    readonly required: boolean
    readonly values?: readonly unknown[]
  }[]
  readonly contentType?: string
  readonly body?: string
}

/** What was filled in; values by place and name, as in `path:projectId`. */
export interface Given {
  readonly values: ReadonlyMap<string, string>
  readonly body: string | undefined
}

/** The address of the request, below this origin; or why there is none. */
export function addressOf(
  { path, atRoot, parameters }: TriedOperation,
  basePath: string,
  { values }: Given,
): { readonly url: string } | { readonly fault: string } {
  const filledIn = (place: string, name: string) => values.get(`${place}:${name}`) ?? ''
  const missing = parameters.filter((one) => one.required && filledIn(one.in, one.name) === '')
  if (missing.length > 0) return { fault: `Fill in ${missing.map(({ name }) => name).join(', ')}.` }
  const inPath = parameters.filter((one) => one.in === 'path')
  // A browser would take these as steps in the path, and ask another address.
  const step = inPath.find(({ name }) => /^\.{1,2}$/.test(filledIn('path', name)))
  if (step !== undefined) return { fault: `${step.name} cannot be ${filledIn('path', step.name)}.` }
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(filledIn('path', name)),
  )
  const query = new URLSearchParams()
  for (const { name, in: place } of parameters)
    if (place === 'query' && filledIn(place, name) !== '') query.append(name, filledIn(place, name))
  const question = query.size === 0 ? '' : `?${query}`
  return { url: `${atRoot ? '' : basePath}${filled}${question}` }
}

/** The headers that belong to the operation; who asks is added by the caller. */
export function headersOf(
  { parameters, contentType }: TriedOperation,
  { values }: Given,
): Record<string, string> {
  const headers: Record<string, string> = contentType === undefined ? {} : { 'content-type': contentType }
  for (const { name, in: place } of parameters) {
    const value = values.get(`${place}:${name}`) ?? ''
    if (place === 'header' && value !== '') headers[name.toLowerCase()] = value
  }
  return headers
}
