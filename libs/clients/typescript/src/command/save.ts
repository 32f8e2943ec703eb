import type { FileAnswer } from '../core/file.js';
import type { Invocation } from './command.js';
import { sizeText } from './output.js';

/** Writes an answer to a file, and says how much it was. */
export const saveTo = async (path: string, file: FileAnswer, { output }: Pick<Invocation, 'output'>): Promise<void> => {
  let size = 0;
  await file.save(path, (bytes) => {
    size = bytes;
    output.progress(`${sizeText(bytes)} …`);
  });
  output.clear();
  if (output.isJson) output.json({ file: path, bytes: size });
  else output.line(`${path}: ${sizeText(size)}`);
};
