export { type Check, type Outcome, printable } from './check.ts';
export { LARGEST_FILE, readFile } from './read-file.ts';
export type { Report } from './report.ts';
export { readTrust, type Trust, TrustError } from './trust.ts';
export { verifyFile, verifyHash } from './verify.ts';
export { makeWeb, OFFLINE, remembering, type Web } from './web.ts';
