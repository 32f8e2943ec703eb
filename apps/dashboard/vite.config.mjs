import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';

/** The product that `npm run dashboard` shows. */
const target = process.env.WAYMARK_BASE_URL ?? 'http://localhost:3000';

const source = (path) => fileURLToPath(new URL(path, import.meta.url));

/** The icons of the screens are there on every one of them: they come in one file. */
const screenIcons = new Set(readFileSync(source('src/ui/screens.tsx'), 'utf8').match(/\b[A-Z]\w+Icon\b/g));
const isOfScreens = (id) => id.includes('octicons-react') && screenIcons.has(basename(id, '.mjs'));

/** What every page runs before it shows something comes in one file, which is smaller than several. */
const ofEveryPage = [
  /node_modules\/(react|react-dom|scheduler|use-sync-external-store)\//,
  /node_modules\/@tanstack\/(react-router|router-core|history|store|react-store)\//,
  /\/src\/api\/(session|refresh-token|store|problem|recorder)\.ts$/,
];
const isOfEveryPage = (id) => ofEveryPage.some((pattern) => pattern.test(id));

/** Each icon holds a drawing for 16 px and one for 24 px and more. The dashboard shows the small ones alone. */
const smallIcons = {
  name: 'small-icons',
  enforce: 'pre',
  transform: {
    filter: { id: /octicons-react\/dist\/icons\/\w+\.mjs$/ },
    handler: (code) =>
      code
        .replaceAll(/\n\t"(?!16")\d+": \{\n[^]*?\n\t\},?(?=\n)/g, '')
        .replace(/var heights = \[[^\]]*\];/, 'var heights = ["16"];'),
  },
};

/** @type {import('vite').UserConfig} */
export default {
  root: source('.'),
  base: '/app/',
  publicDir: false,
  cacheDir: source('../../.cache/vite'),
  plugins: [tailwindcss(), smallIcons],
  resolve: {
    alias: [
      // React has itself what this stands in for in older ones.
      { find: /^use-sync-external-store\/shim(?=$|\/)/, replacement: 'use-sync-external-store' },
      // What the icons are drawn by, at a third of its weight.
      { find: /^\.\.\/renderOcticon-[\w-]+\.mjs$/, replacement: source('src/ui/draw-icon.ts') },
    ],
  },
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
      output: {
        // They compress better than other names.
        hashCharacters: 'hex',
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'icons', test: isOfScreens },
            { name: 'every-page', test: isOfEveryPage },
          ],
        },
      },
      // Packages say 'use client' for servers, of which there are none.
      onwarn: (warning, warn) => warning.code !== 'MODULE_LEVEL_DIRECTIVE' && warn(warning),
    },
  },
  server: { proxy: Object.fromEntries(['/v1', '/openapi.json', '/errors'].map((path) => [path, { target }])) },
};
