import { writeFileSync } from 'node:fs';
import { errorDocs } from '../errors/docs.ts';

writeFileSync('docs/errors.md', errorDocs());
