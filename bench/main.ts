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
/** Takes minutes to hours, and gigabytes, by its options: only when it is asked for. */
const scale = async () => {
  const { certificates, organisations, jobs, data } = options;
  const sizes = { certificates: Number(certificates), organisations: Number(organisations), jobs: Number(jobs) };
  await (await import('./scale.ts')).benchScale({ ...sizes, data });
};

const unknown = asked.find((name) => !(name in BENCHES) && name !== 'scale');
if (unknown !== undefined) {
  const names = Object.keys(BENCHES).join(', ');
  process.stderr.write(`bench: got ${JSON.stringify(unknown)}, takes ${names}, scale or nothing for all but scale\n`);
  process.exit(1);
}
for (const [name, run] of Object.entries(BENCHES)) if (asked.length === 0 || asked.includes(name)) await run();
if (asked.includes('scale')) await scale();
process.exit();
