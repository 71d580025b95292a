import { writeFileSync } from 'node:fs';
import { errorDocs } from '../server/http/openapi/error-catalogue.ts';

writeFileSync('docs/errors.md', errorDocs());
