import './english-macros.ts';
import { afterAll } from 'vitest';
import { endFile } from './end-of-file.ts';

// Hooks run in reverse order, so those of the test file have ended by then.
afterAll(endFile);
