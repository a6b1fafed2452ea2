import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** `scripts/build-web.ts` builds with it; nothing is served by Vite itself, so that the origin is always the API's. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2024',
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1_500,
  },
  cacheDir: '../node_modules/.cache/vite',
})
