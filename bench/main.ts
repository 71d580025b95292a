const BENCHES = {
  render: async () => (await import('./render.ts')).benchRender(),
  batch: async () => (await import('./batch.ts')).benchBatch(),
  api: async () => (await import('./api.ts')).benchApi(),
};

const asked = process.argv.slice(2);
const unknown = asked.find((name) => !(name in BENCHES));
if (unknown !== undefined) {
  const names = Object.keys(BENCHES).join(', ');
  process.stderr.write(`bench: got ${JSON.stringify(unknown)}, takes ${names} or nothing for all\n`);
  process.exit(1);
}
for (const [name, run] of Object.entries(BENCHES)) if (asked.length === 0 || asked.includes(name)) await run();
process.exit();
