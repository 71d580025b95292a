import { type RawBuilder, sql } from 'kysely';

/** Assigns a state to certificates whose column has a value (`set`) or a time that has passed (`reached`). */
interface Rule {
  state: string;
  column: string;
  when: 'set' | 'reached';
}

type Facts<Rules extends readonly Rule[]> = { readonly [Column in Rules[number]['column']]?: Date | null };

/** Builds the states of a table of rules. The first rule that applies decides; without one, the state is `initial`. */
export function defineStates<const Initial extends string, const Rules extends readonly Rule[]>(
  initial: Initial,
  rules: Rules,
) {
  type State = Initial | Rules[number]['state'];
  const names = [initial, ...rules.map(({ state }): State => state)] as const;

  /** Returns the state of a row at a time. */
  function stateOf(row: Facts<Rules>, now: Date): State {
    const values: Readonly<Record<string, Date | null | undefined>> = row;
    const rule = rules.find(({ column, when }) => {
      const value = values[column];
      return value != null && (when === 'set' || value <= now);
    });
    return rule?.state ?? initial;
  }

  /** Returns the condition that a row `c` has the state at a time: the SQL of `stateOf`. */
  function hasState(state: State, now: Date): RawBuilder<boolean> {
    const at = rules.findIndex((rule) => rule.state === state);
    const earlier = at < 0 ? rules : rules.slice(0, at);
    const conditions = earlier.map((rule) => sql`not (${applies(rule, now)})`);
    const own = rules[at];
    if (own) conditions.push(applies(own, now));
    return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
  }

  return { names, stateOf, hasState };
}

function applies({ column, when }: Rule, now: Date): RawBuilder<boolean> {
  const value = sql.ref(`c.${column}`);
  // Never null, so that it can be negated.
  return when === 'set' ? sql`${value} is not null` : sql`${value} is not null and ${value} <= ${now}`;
}

/** State of a certificate that is valid. */
export const VALID = 'GENERATED';

const CERTIFICATES = defineStates(VALID, [
  { state: 'REVOKED', column: 'revokedAt', when: 'set' },
  { state: 'EXPIRED', column: 'expiresAt', when: 'reached' },
]);

export const CERTIFICATE_STATES = CERTIFICATES.names;
export type CertificateState = (typeof CERTIFICATE_STATES)[number];
export const { stateOf, hasState } = CERTIFICATES;
