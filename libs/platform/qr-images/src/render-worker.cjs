// A thread of its own for drawing, one symbol or image at a time. Not TypeScript: see
// libs/platform/passwords/src/hash-worker.cjs.
const { parentPort } = require('node:worker_threads');
const { Resvg } = require('@resvg/resvg-js');
const { create } = require('qrcode');

const OPTIONS = { font: { loadSystemFonts: false }, logLevel: 'off' };

const isTransparent = (pixels) => {
  for (let at = 3; at < pixels.length; at += 4) if (pixels[at] !== 0) return false;
  return true;
};

const pngOf = (svg) => {
  const image = new Resvg(svg, OPTIONS).render();
  return isTransparent(image.pixels) ? null : image.asPng();
};

const symbolOf = ({ segments, version, level }) => {
  const { modules } = create(segments, { version, errorCorrectionLevel: level });
  return { side: modules.size, dark: modules.data };
};

parentPort.on('message', ({ plan, svg }) => {
  try {
    parentPort.postMessage({ result: plan ? symbolOf(plan) : pngOf(svg) });
  } catch (error) {
    parentPort.postMessage({ failure: error instanceof Error ? error.message : String(error) });
  }
});
