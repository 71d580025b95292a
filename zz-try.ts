import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { readFont } from './templates-engine/font-files/read-font.ts';
for (const f of process.argv.slice(2)) {
  const t0 = performance.now();
  try { const r = await readFont(readFileSync(f)); const ms = performance.now()-t0;
    console.log(f.split('/').pop(), Math.round(ms)+'ms', r.family, r.faces.map(x=>`${x.weight}${x.italic?'i':''} ${x.style} ${x.sfnt.length}`).join(' | ')); writeFileSync('/tmp/fonts-try/'+f.split('/').pop()+'.face', r.faces[0]!.sfnt) }
  catch (e) { console.log(f.split('/').pop(), Math.round(performance.now()-t0)+'ms', String(e).slice(0,200)); }
}
