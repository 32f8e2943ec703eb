// The map of the dashboard, made when it is built: a path for each country, and a dot for each that is too small to be
// hit. The page gets no geography and no code for it, only what it draws.
import { createRequire } from 'node:module';
import { geoNaturalEarth1, geoPath } from 'd3-geo';
import { feature } from 'topojson-client';

const require = createRequire(import.meta.url);
const { numericToAlpha2 } = require('i18n-iso-countries');

const WIDTH = 800;
/** In square units of the map: below it a dot is easier to hit. */
const SMALL = 14;
const ANTARCTICA = 'AQ';
/** Shapes without a number of their own, and the code by which places of clicks have them. */
const OTHERS = { Kosovo: 'XK', Somaliland: 'SO', 'N. Cyprus': 'CY' };

const shapesOf = (detail) => {
  const atlas = require(`world-atlas/countries-${detail}.json`);
  return feature(atlas, atlas.objects.countries)
    .features.map((shape) => ({ shape, code: numericToAlpha2(shape.id) ?? OTHERS[shape.properties.name] }))
    .filter(({ code }) => code !== undefined && code !== ANTARCTICA);
};

/** Whole numbers, each point from the one before: a third of the bytes of `M0,0L1,1`. */
const compact = (path) =>
  path
    .split('M')
    .slice(1)
    .map((ring) => {
      const points = ring.replace('Z', '').split('L');
      const corners = points.map((point) => point.split(',').map(Math.round));
      const steps = corners.slice(1).map(([x, y], index) => [x - corners[index][0], y - corners[index][1]]);
      const kept = steps.filter(([x, y]) => x !== 0 || y !== 0);
      const text = kept.map(([x, y]) => `${x}${y < 0 ? '' : ' '}${y}`).join(' ');
      return kept.length < 2 ? '' : `M${corners[0].join(' ')}l${text.replaceAll(' -', '-')}z`;
    })
    .join('');

/** `{ width, height, areas: [{ code, path }], dots: [{ code, x, y }] }` */
export const world = () => {
  const coarse = shapesOf('110m');
  const all = { type: 'FeatureCollection', features: coarse.map(({ shape }) => shape) };
  const projection = geoNaturalEarth1().fitWidth(WIDTH, all);
  const draw = geoPath(projection);
  const [, [, height]] = draw.bounds(all);
  const areas = new Map();
  for (const { code, shape } of coarse)
    if (draw.area(shape) >= SMALL) areas.set(code, (areas.get(code) ?? '') + compact(draw(shape)));
  const rest = new Map(shapesOf('50m').map(({ code, shape }) => [code, draw.centroid(shape).map(Math.round)]));
  return {
    width: WIDTH,
    height: Math.ceil(height),
    areas: [...areas].map(([code, path]) => ({ code, path })),
    dots: [...rest].filter(([code]) => !areas.has(code)).map(([code, [x, y]]) => ({ code, x, y })),
  };
};
