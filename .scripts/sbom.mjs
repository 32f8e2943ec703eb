// node .scripts/sbom.mjs > sbom.json: the bill of materials of the image in CycloneDX, from package-lock.json. `npm sbom
// --omit=dev` leaves out packages that development needs as well.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './sources.mjs';

const { name, version, packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));

const nameIn = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
const purlOf = (of, at) => `pkg:npm/${of.replace('@', '%40')}@${at}`;

/** `sha512-<base64>` */
const hashesOf = (integrity = '') => {
  const [algorithm, digest] = integrity.split('-', 2);
  if (digest === undefined) return {};
  return {
    hashes: [
      { alg: algorithm.toUpperCase().replace('SHA', 'SHA-'), content: Buffer.from(digest, 'base64').toString('hex') },
    ],
  };
};

/** A name of SPDX, or an expression of such names. */
const licensesOf = (license) => {
  if (!license || /^SEE |^UNLICENSED/.test(license)) return {};
  return { licenses: [/[ (]/.test(license) ? { expression: license } : { license: { id: license } }] };
};

/** The image is Debian, on whatever processor. */
const isForImage = ({ os = ['linux'], libc = ['glibc'] }) => os.includes('linux') && libc.includes('glibc');

/** What `npm ci --omit=dev` installs there. */
const components = new Map(
  Object.entries(packages)
    .filter(([path, entry]) => path !== '' && !entry.dev && !entry.link && isForImage(entry))
    .map(([path, { version: at, integrity, license, optional, devOptional }]) => {
      const [of, purl] = [nameIn(path), purlOf(nameIn(path), at)];
      const scope = optional || devOptional ? 'optional' : 'required';
      const component = { type: 'library', 'bom-ref': purl, name: of, version: at, scope, purl };
      return [purl, { ...component, ...hashesOf(integrity), ...licensesOf(license) }];
    }),
);

const metadata = { component: { type: 'application', 'bom-ref': purlOf(name, version), name, version } };
const bom = { bomFormat: 'CycloneDX', specVersion: '1.5', version: 1, metadata, components: [...components.values()] };
console.log(JSON.stringify(bom, null, 2));
