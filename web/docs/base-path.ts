const STANDARD = '/api'

/**
 * The path that the API of this installation is below. The pages are built with the usual one; where it is
 * another, the paths that they show are changed to it.
 */
export async function showBasePath(): Promise<string> {
  const isUsed = document.querySelector('[data-base], [data-base-link]') !== null
  if (!isUsed) return STANDARD
  const response = await fetch('/docs/settings.json')
  if (!response.ok) return STANDARD
  const { basePath } = (await response.json()) as { readonly basePath: string }
  if (basePath === STANDARD) return basePath
  for (const shown of document.querySelectorAll('[data-base]')) shown.textContent = basePath
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-base-link]'))
    link.href = `${basePath}/v1/openapi.json`
  for (const code of document.querySelectorAll('.tabs code'))
    code.textContent = code.textContent.replace(`${STANDARD}/v1/`, `${basePath}/v1/`)
  return basePath
}
