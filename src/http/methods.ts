import type { FastifyInstance } from 'fastify'

/** Remembers every route that is added, and answers which methods a path has: for 405 and `Allow`. */
export function collectMethods(app: Pick<FastifyInstance, 'addHook'>): (path: string) => string[] {
  const routes: { pattern: RegExp; methods: string[] }[] = []
  app.addHook('onRoute', ({ url, method }) => {
    const source = url
      .replaceAll(/[.+?^$()|[\]{}\\]/g, '\\$&')
      .replaceAll(/:[^/]+/g, '[^/]+')
      .replaceAll('*', '.*')
    routes.push({ pattern: new RegExp(`^${source}$`), methods: [method].flat() })
  })
  return (path) =>
    [...new Set(routes.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods))].sort()
}
