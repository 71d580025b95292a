import { attempt, needed, type Result, unwrap } from './check.ts';
import { type Inputs, requireTrust } from './inputs.ts';
import type { Edition } from './log/chain.ts';
import { type Entry, fetchEntries } from './log/entries.ts';
import type { Head } from './log/note.ts';
import { checkStatements, type Sealed } from './log/statements.ts';
import { checkConsistency, checkInclusion } from './log/verify-log.ts';

/** Findings from the log about a certificate. */
export interface LogFindings {
  entries: Result<Entry[]>;
  /** Sealed state, according to the statements' signatures. */
  sealed: Result<Sealed>;
  /** Heads of the proofs of inclusion. */
  heads: Result<Head[]>;
  /** Previously saved head, if given. */
  kept: Result<Head> | null;
}

/** Fetches a certificate's statements from the log and checks them. */
export async function checkLog(inputs: Inputs, verificationHash: Result<string>): Promise<LogFindings> {
  const { web, head } = inputs;
  const entries = await attempt('entriesMalformed', () =>
    fetchEntries(web, requireTrust(inputs), needed(verificationHash)),
  );
  const sealed = await attempt('statementWrong', () =>
    checkStatements(requireTrust(inputs), needed(entries), needed(verificationHash)),
  );
  // Problems with the entries themselves are reported here.
  const heads = await attempt('inclusionWrong', () => checkInclusion(requireTrust(inputs), unwrap(entries)));
  const kept =
    head === null
      ? null
      : await attempt('headWrong', () => checkConsistency(web, requireTrust(inputs), needed(heads), head));
  return { entries, sealed, heads, kept };
}

/** Returns when the log recorded the statement about a file, if that is proved. */
export const loggedAt = ({ heads }: LogFindings, edition: Edition): Promise<Result<Date>> =>
  attempt('inclusionWrong', () => {
    needed(heads);
    return edition.loggedAt;
  });
