/** Who changes something, as the audit log and the ledger of credits keep it: a member, an API key, or the operator. */
export interface Actor {
  kind: 'person' | 'key' | 'operator';
  /** The person's or the key's; the operator's is `operator`. */
  id: string;
  /** As it is now: people and keys go, what they did stays. */
  name: string;
}

/** Whoever runs a command on the installation itself. */
export const OPERATOR: Actor = { kind: 'operator', id: 'operator', name: 'Operator' };
