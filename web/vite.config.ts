import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const { HEADRACE_PORT: port = '8080', HEADRACE_BASE_PATH: basePath = '/api' } = process.env

/**
 * `scripts/build-web.ts` builds with it what the API serves in production, from its own origin and under its
 * content security policy. `scripts/dev.ts` serves with it: Vite compiles and reloads modules, and passes the
 * API's part on.
 */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), writtenByTheServer()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2024',
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1_500,
    // Without it, each module that pages share is a file of its own, and the first view asks for fifty. What
    // fewer pages share is more than the first view needs.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'common', minShareCount: 8 }] } } },
  },
  server: {
    fs: { allow: ['..'] }, // the language of pipelines is outside of this folder
    // The folder `web/api` is below `/api` too: what ends like a module is ours.
    proxy: { [`^${basePath}/(?!.*\\.tsx?($|\\?))`]: { target: `http://127.0.0.1:${port}` } },
  },
  cacheDir: '../node_modules/.cache/vite',
})

/**
 * Fills in what the API writes into the page. Vite's own inline scripts need no nonce: no policy is sent with
 * them.
 */
function writtenByTheServer(): Plugin {
  return {
    name: 'headrace-page',
    apply: 'serve',
    transformIndexHtml: (page) => page.replace('{{basePath}}', basePath).replace('{{nonce}}', ''),
  }
}
