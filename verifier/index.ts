export { CHECKS, type Check, type CheckName, type Outcome, printable, type Reason } from './check.ts';
export type { Means } from './means.ts';
export { LARGEST_FILE, readFile } from './read-file.ts';
export type { Report } from './report.ts';
export { readTrust, type Trust, TrustError } from './trust.ts';
export { verifyFile, verifyHash } from './verify.ts';
export { makeWeb, OFFLINE, remembering, type Web } from './web.ts';
