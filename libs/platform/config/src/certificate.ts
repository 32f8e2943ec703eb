import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { codeOf } from './errno';

/** Why the file is no certificate in PEM; undefined when it is one. */
export const certificateProblem = (path: string): string | undefined => {
  let pem: string;
  try {
    pem = readFileSync(path, 'utf8');
  } catch (error) {
    return `cannot be read (${String(codeOf(error))})`;
  }
  try {
    void new X509Certificate(pem);
    return undefined;
  } catch {
    return 'is not a certificate in PEM';
  }
};
