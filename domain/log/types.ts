/** A fault of the log, described in one sentence. */
export interface Finding {
  check: 'tiles' | 'heads' | 'leaves' | 'times' | 'statements' | 'waiting';
  message: string;
}

/** Maximum findings reported individually; beyond it only their number is. */
const MOST = 1000;

export class Findings {
  readonly told: Finding[] = [];
  count = 0;

  add(check: Finding['check'], message: string): void {
    this.count++;
    if (this.told.length < MOST) this.told.push({ check, message });
  }
}
