import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * Keeps compiled code beside the packages, where no other user can write: a start takes half the processor time. What is
 * imported after this is kept; where the directory can't be written, nothing is.
 */
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/node', import.meta.url)));
