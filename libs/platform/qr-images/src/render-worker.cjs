// A thread of its own for rasterizing, one image at a time. Not TypeScript: see
// libs/platform/passwords/src/hash-worker.cjs.
const { parentPort } = require('node:worker_threads');
const { Resvg } = require('@resvg/resvg-js');

const OPTIONS = { font: { loadSystemFonts: false }, logLevel: 'off' };

const isTransparent = (pixels) => {
  for (let at = 3; at < pixels.length; at += 4) if (pixels[at] !== 0) return false;
  return true;
};

parentPort.on('message', ({ svg }) => {
  try {
    const image = new Resvg(svg, OPTIONS).render();
    parentPort.postMessage({ result: isTransparent(image.pixels) ? null : image.asPng() });
  } catch (error) {
    parentPort.postMessage({ failure: error instanceof Error ? error.message : String(error) });
  }
});
