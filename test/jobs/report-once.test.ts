import { expect, onTestFinished, test, vi } from 'vitest';
import { reportOnce } from '../../jobs/report-once.ts';

test('a repeated error is reported once a minute, and another one at once', () => {
  const clock = vi.spyOn(performance, 'now');
  onTestFinished(() => clock.mockRestore());
  const reported: string[] = [];
  const report = reportOnce((error) => reported.push(`${performance.now()} ${String(error)}`));
  for (const [ms, error] of [
    [0, 'down'],
    [1, 'full'],
    [60_000, 'down'],
    [60_001, 'down'],
    [60_002, 'full'],
    [60_003, 'down'],
  ] as const) {
    clock.mockReturnValue(ms);
    report(error);
  }
  expect(reported).toEqual(['0 down', '1 full', '60001 down', '60002 full']);
});
