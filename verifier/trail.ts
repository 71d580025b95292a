import { attempt, needed, type Result, unwrap } from './check.ts';
import { type Entry, fetchEntries } from './log/entries.ts';
import type { Head } from './log/note.ts';
import { checkStatements, type Sealed } from './log/statements.ts';
import { checkConsistency, checkInclusion } from './log/verify-log.ts';
import { type Means, requireTrust } from './means.ts';

/** What the log says of a certificate. */
export interface Trail {
  entries: Result<Entry[]>;
  /** What was sealed, by the statements' signatures. */
  sealed: Result<Sealed>;
  /** The heads that the proofs of inclusion lead to. */
  heads: Result<Head[]>;
  /** The head that was kept elsewhere, where there is one. */
  kept: Result<Head> | null;
}

/** Asks the log for a certificate's statements and checks them. */
export async function followTrail(means: Means, verificationHash: Result<string>): Promise<Trail> {
  const { web, head } = means;
  const entries = await attempt('entriesMalformed', () =>
    fetchEntries(web, requireTrust(means), needed(verificationHash)),
  );
  const sealed = await attempt('statementWrong', () =>
    checkStatements(requireTrust(means), needed(entries), needed(verificationHash)),
  );
  // What is wrong with the entries themselves is reported here.
  const heads = await attempt('inclusionWrong', () => checkInclusion(requireTrust(means), unwrap(entries)));
  const kept =
    head === null
      ? null
      : await attempt('headWrong', () => checkConsistency(web, requireTrust(means), needed(heads), head));
  return { entries, sealed, heads, kept };
}

/** When the log recorded that the certificate was issued, as far as that is proved. */
export const loggedAt = ({ entries, heads }: Trail): Promise<Result<Date>> =>
  attempt('inclusionWrong', () => {
    needed(heads);
    const issue = needed(entries).find(({ kind }) => kind === 'issue');
    return issue?.time ?? new Date(Number.NaN);
  });
