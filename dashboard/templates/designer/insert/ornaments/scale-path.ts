const NUMBER = /[\s,]*([+-]?(?:\d+\.?\d*|\.\d+))/y;
const FLAG = /[\s,]*([01])/y;
/** Indexes of the angle and the two flags among an arc's seven arguments, which scaling does not change. */
const UNSCALED = [2, 3, 4];

/** Returns SVG path data scaled uniformly. */
export const scalePath = (path: string, by: number): string =>
  path.replaceAll(/([a-z])([^a-z]*)/gi, (_all, command: string, args: string) => {
    const isArc = command.toLowerCase() === 'a';
    return command + readArguments(args, isArc, by).join(' ');
  });

function readArguments(args: string, isArc: boolean, by: number): number[] {
  const found: number[] = [];
  for (let at = 0; ; ) {
    const place = isArc ? found.length % 7 : -1;
    const pattern = place === 3 || place === 4 ? FLAG : NUMBER;
    pattern.lastIndex = at;
    const match = pattern.exec(args);
    if (!match) return found;
    at = pattern.lastIndex;
    const value = Number(match[1]);
    found.push(UNSCALED.includes(place) ? value : Math.round(value * by * 100) / 100);
  }
}
