import { parseArgs } from 'node:util';

const OPTIONS = {
  certificates: { type: 'string', default: '100000' },
  organisations: { type: 'string', default: '100' },
  jobs: { type: 'string', default: '10000' },
  data: { type: 'string' },
} as const;
const { positionals: asked, values: options } = parseArgs({ allowPositionals: true, options: OPTIONS });

const BENCHES = {
  render: async () => (await import('./render.ts')).benchRender(),
  batch: async () => (await import('./batch.ts')).benchBatch(),
  api: async () => (await import('./api.ts')).benchApi(),
};
/** Benchmarks that run only on request. This one has more processes than most machines have cores. */
const workers = async () => (await import('./workers.ts')).benchWorkers();
/** Takes minutes to hours, and gigabytes, depending on its options. */
const { data } = options;
const sizes = {
  ...{ certificates: Number(options.certificates), organisations: Number(options.organisations) },
  jobs: Number(options.jobs),
};
const scale = async () => (await import('./scale.ts')).benchScale({ ...sizes, data });
/** As large as `scale`, whose data it can use. */
const expiries = async () => (await import('./expiries.ts')).benchExpiries({ ...sizes, data });

/** Takes 1 min, most of it at rest. */
const followers = async () => (await import('./followers.ts')).benchFollowers();

/** Needs a browser. */
const page = async () => (await import('./page.ts')).benchPage();

/** Needs a browser. */
const grid = async () => (await import('./grid.ts')).benchGrid();

/** Issues 500 certificates first. */
const my = async () => (await import('./my.ts')).benchMy();

/** Takes 10 s. */
const tables = async () => (await import('./tables.ts')).benchTables();

/** Takes 2 min. */
const latency = async () => (await import('./latency.ts')).benchLatency();

/** Takes 1 min, and needs a Python with the other tools. */
const peers = async () => (await import('./peers/peers.ts')).benchPeers();

const SPECIAL = { peers, workers, latency, followers, page, grid, my, tables, scale, expiries };

const unknown = asked.find((name) => !(name in BENCHES) && !(name in SPECIAL));
if (unknown !== undefined) {
  const [names, special] = [BENCHES, SPECIAL].map((benches) => Object.keys(benches).join(', '));
  process.stderr.write(
    `bench: got ${JSON.stringify(unknown)}, expected ${names}, ${special} or nothing for ${names}\n`,
  );
  process.exit(1);
}
for (const [name, run] of Object.entries(BENCHES)) if (asked.length === 0 || asked.includes(name)) await run();
for (const [name, run] of Object.entries(SPECIAL)) if (asked.includes(name)) await run();
process.exit();
