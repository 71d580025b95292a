import {
  type ChangeStatement,
  type CorrectStatement,
  type ExpiryStatement,
  expiryOf,
  type FileStatement,
  type IssueStatement,
  type StatusStatement,
} from './parse-statement.ts';

/** A revision that is not in force: replaced by a correction, or undone because it could not be rendered. */
export interface FormerRevision {
  verificationHash: string;
  revision: number;
  /** Time from which it was not in force. */
  until: Date;
  /** State in which it is restored. */
  state: Pick<SealedFacts, 'files' | 'expiresAt' | 'expiryChange' | 'closed' | 'replaced'>;
}

/** A correction that is in force. */
interface Correction {
  revision: number;
  at: Date;
  /** Names of the changed fields. */
  changed: string[];
}

/** Content of a certificate's seals. */
export interface SealedFacts {
  /** Revision in force, starting at 1. */
  revision: number;
  /** Files in force; null before they are rendered. */
  files: FileStatement | null;
  /** Statements about all files that were ever in force, oldest first. */
  editions: readonly FileStatement[];
  /** Editions whose credential is revoked: those of former revisions, and those valid for longer than a later expiry allows. */
  closed: readonly FileStatement[];
  /** Last change of the status; null if it never changed. */
  status: StatusStatement | null;
  /** Last sealed expiry, null for never; undefined before rendering if it never changed. */
  expiresAt: Date | null | undefined;
  /** Last change of the expiry of the revision in force; null without one. */
  expiryChange: ExpiryStatement | null;
  /** Hash that the revision in force replaced; null for the first. */
  replaced: string | null;
  /** Number of statements. */
  statements: number;
  formers: readonly FormerRevision[];
  corrections: readonly Correction[];
}

/** Facts after some statements, with the hash that the next one must be about; null before the first. */
export interface Chain extends SealedFacts {
  hash: string | null;
}

export const NO_STATEMENT: Chain = {
  ...{ hash: null, revision: 1, files: null, editions: [], closed: [], status: null, expiresAt: undefined },
  expiryChange: null,
  ...{ statements: 0, replaced: null, formers: [], corrections: [] },
};

/** Returns the chain with the next statement; null if the statement contradicts it. */
export function chainAfter(chain: Chain, statement: IssueStatement | ChangeStatement): Chain | null {
  if (chain.hash !== null && statement.verificationHash !== chain.hash) return null;
  const next = { ...chain, hash: statement.verificationHash, statements: chain.statements + 1 };
  switch (statement.kind) {
    case 'issue':
    case 'reissue':
      return {
        ...next,
        files: statement,
        editions: [...chain.editions, statement],
        expiresAt: expiryOf(statement),
      };
    case 'revoke':
    case 'reinstate':
      return { ...next, status: statement };
    case 'expiry':
      return { ...afterExpiry(next, expiryOf(statement)), expiryChange: statement };
    case 'correct':
      return afterCorrection(next, statement);
    case 'restore':
      return afterRestoring(next, statement.restored, new Date(statement.sealedAt));
  }
}

function afterExpiry(chain: Chain, expiresAt: Date | null): Chain {
  const { hash, editions, closed } = chain;
  const isTooLong = (edition: FileStatement) =>
    edition.verificationHash === hash && isEarlier(expiresAt, expiryOf(edition)) && !closed.includes(edition);
  return { ...chain, expiresAt, closed: [...closed, ...editions.filter(isTooLong)] };
}

/** Compares ends of a validity, of which null is the latest. */
export const isEarlier = (one: Date | null, other: Date | null): boolean =>
  one !== null && (other === null || one < other);

function afterCorrection(chain: Chain, statement: CorrectStatement): Chain | null {
  const { verificationHash, replacedBy: hash, revision, changed } = statement;
  const { files, expiresAt, expiryChange, closed, replaced, editions } = chain;
  if (revision !== lastRevision(chain) + 1 || hashesOf(chain).includes(hash)) return null;
  const at = new Date(statement.sealedAt);
  return {
    ...chain,
    ...{ hash, revision, files: null, expiresAt: expiryOf(statement), expiryChange: null },
    ...{ closed: editions, replaced: verificationHash },
    formers: [
      ...chain.formers,
      {
        ...{ verificationHash, revision: chain.revision, until: at },
        state: { files, expiresAt, expiryChange, closed, replaced },
      },
    ],
    corrections: [...chain.corrections, { revision, at, changed }],
  };
}

/** Puts a former revision in force again. Only one that was never rendered is undone. */
function afterRestoring(chain: Chain, hash: string, at: Date): Chain | null {
  const former = chain.formers.find(({ verificationHash }) => verificationHash === hash);
  if (!former || chain.hash === null || chain.files) return null;
  const { files, expiresAt, expiryChange, closed, replaced } = chain;
  return {
    ...chain,
    ...{ hash, revision: former.revision, ...former.state },
    formers: [
      ...chain.formers.filter((one) => one !== former),
      {
        verificationHash: chain.hash,
        revision: chain.revision,
        until: at,
        state: { files, expiresAt, expiryChange, closed, replaced },
      },
    ],
    corrections: chain.corrections.filter(({ revision }) => revision !== chain.revision),
  };
}

const hashesOf = ({ hash, formers }: Chain) => [hash, ...formers.map(({ verificationHash }) => verificationHash)];

/** Returns the highest number that a revision has had. */
export const lastRevision = ({ revision, formers }: Pick<SealedFacts, 'revision' | 'formers'>): number =>
  Math.max(revision, ...formers.map((former) => former.revision));

/** Returns true if there are no files in force, or if they state another expiry than the last statement. */
export const areFilesDue = ({
  files,
  expiresAt,
  closed,
}: Pick<SealedFacts, 'files' | 'expiresAt' | 'closed'>): boolean =>
  !files || closed.includes(files) || expiryOf(files)?.getTime() !== expiresAt?.getTime();
