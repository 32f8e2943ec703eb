import type { Emitter } from './emitter';
import { go } from './go';
import { phpEmitter } from './php/php.emitter';
import { python } from './python/emitter';
import { samples } from './samples/emitter';
import { typescript } from './typescript/emitter';

/** One for each library, and one for the samples in all languages. */
export const emitters: readonly Emitter[] = [go, phpEmitter, python, typescript, samples];
