import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';

/** The product that `npm run dashboard` shows. */
const target = process.env.WAYMARK_BASE_URL ?? 'http://localhost:3000';

/** @type {import('vite').UserConfig} */
export default {
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/app/',
  publicDir: false,
  cacheDir: fileURLToPath(new URL('../../.cache/vite', import.meta.url)),
  plugins: [tailwindcss()],
  oxc: { jsx: { runtime: 'automatic' } },
  build: {
    target: 'es2022',
    emptyOutDir: true,
    // The policy of the page allows files of its origin and no data: URLs of fonts or scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    license: { fileName: 'licenses.md' },
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    rolldownOptions: {
      // Packages say 'use client' for servers, of which there are none.
      onwarn: (warning, warn) => warning.code !== 'MODULE_LEVEL_DIRECTIVE' && warn(warning),
    },
  },
  server: { proxy: Object.fromEntries(['/v1', '/openapi.json', '/errors'].map((path) => [path, { target }])) },
};
