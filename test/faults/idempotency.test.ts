import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { figure, scale } from '../support/faults.ts';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';

let laurel: Laurel;
beforeAll(async () => {
  laurel = await Laurel.start({ ROLE: 'api', RATE_LIMIT_CERTIFICATES: '100000', RATE_LIMIT_BATCHES: '100000' });
});

const ROUTES = ['/certificates', '/batches'] as const;
type Route = (typeof ROUTES)[number];

/** Returns bodies that differ only in the caller's own id. */
const bodyOf = ({ templateId }: Tenant, route: Route, version: number) => {
  const recipient = { variables: VARIABLES, externalId: `v${version}` };
  return route === '/batches' ? { templateId, recipients: [recipient] } : { templateId, ...recipient };
};

const ask = async (tenant: Tenant, route: Route, key: string, version: number) => {
  const answer = await laurel.call(route, {
    key: tenant.key,
    headers: { 'Idempotency-Key': key },
    body: bodyOf(tenant, route, version),
  });
  return { ...answer, replayed: answer.headers.get('Idempotency-Replayed') === 'true' };
};

const balanceOf = async ({ key }: Tenant): Promise<number> => (await laurel.call('/credits', { key })).body.balance;

test.each(ROUTES)(
  'concurrent callers of %s with one key cause one execution, and each gets a correct answer',
  async (route) => {
    const rounds = scale(3, 50);
    const tenant = await laurel.tenant({ credits: 100 });
    let executions = 0;
    for (let round = 0; round < rounds; round++) {
      const answers = await Promise.all(
        Array.from({ length: scale(30, 100) }, () => ask(tenant, route, `k${round}`, 0)),
      );
      const created = new Set(answers.filter(({ status }) => status === 201).map(({ body }) => JSON.stringify(body)));
      expect(created.size).toBe(1);
      const others = answers.filter(({ status }) => status !== 201);
      for (const { status, body } of others) expect([status, body.error.code]).toEqual([409, 'IDEMPOTENCY_CONFLICT']);
      expect(answers.filter(({ status, replayed }) => status === 201 && !replayed)).toHaveLength(1);
      executions = 100 - (await balanceOf(tenant));
      expect(executions).toBe(round + 1);
    }
    const measured = String(executions / rounds);
    figure({ fault: 'F8', what: `executions a key, ${route}`, measured, wanted: '1' });
  },
);

/** Executions of a key so far, by organisation, route and key. */
interface Model {
  done: Map<string, { version: number; answer: string }>;
  spent: number[];
}

class Ask implements fc.AsyncCommand<Model, Tenant[]> {
  readonly tenant: number;
  readonly route: Route;
  readonly key: string;
  readonly version: number;

  constructor([tenant, route, key, version]: [number, Route, string, number]) {
    this.tenant = tenant;
    this.route = route;
    this.key = key;
    this.version = version;
  }

  check(): boolean {
    return true;
  }

  async run({ done, spent }: Model, tenants: Tenant[]): Promise<void> {
    const tenant = tenants[this.tenant];
    if (!tenant) throw new Error('no such tenant');
    const place = `${this.tenant} ${this.route} ${this.key}`;
    const earlier = done.get(place);
    const { status, body, replayed } = await ask(tenant, this.route, this.key, this.version);
    if (!earlier) {
      expect([status, replayed]).toEqual([201, false]);
      done.set(place, { version: this.version, answer: JSON.stringify(body) });
      spent[this.tenant] = (spent[this.tenant] ?? 0) + 1;
    } else if (earlier.version === this.version) {
      expect([status, replayed, JSON.stringify(body)]).toEqual([201, true, earlier.answer]);
    } else {
      expect([status, body.error.code]).toEqual([409, 'IDEMPOTENCY_CONFLICT']);
    }
    expect(await balanceOf(tenant)).toBe(1000 - (spent[this.tenant] ?? 0));
  }

  toString(): string {
    return `${this.tenant} ${this.route} ${this.key} v${this.version}`;
  }
}

test('a key is a conflict with another body, and independent for another tenant or route', async () => {
  let asked = 0;
  const asking = fc
    .tuple(fc.nat(1), fc.constantFrom(...ROUTES), fc.constantFrom('a', 'A', ' ', 'a b', '~'.repeat(255)), fc.nat(2))
    // A blank key is no key, because whitespace around a header's value is ignored.
    .map(([tenant, route, key, version]) => new Ask([tenant, route, key.trim() === '' ? 'blank' : key, version]));
  const property = fc.asyncProperty(
    fc.commands([asking], { maxCommands: scale(40, 300), size: 'max' }),
    async (given) => {
      const tenants = [await laurel.tenant({ credits: 1000 }), await laurel.tenant({ credits: 1000 })];
      await fc.asyncModelRun(() => ({ model: { done: new Map(), spent: [] }, real: tenants }), given);
      asked += [...given].length;
    },
  );
  await fc.assert(property, { numRuns: scale(2, 20), endOnFailure: true });
  figure({
    fault: 'F9',
    what: `calls that a model of keys predicted, of ${asked}`,
    measured: String(asked),
    wanted: String(asked),
  });
});
