/** What is wrong with the log, in a sentence that names it. */
export interface Finding {
  check: 'tiles' | 'heads' | 'leaves' | 'times' | 'statements' | 'waiting';
  message: string;
}

/** Findings that are told one by one; of more, only the number. */
const MOST = 1000;

export class Findings {
  readonly told: Finding[] = [];
  count = 0;

  add(check: Finding['check'], message: string): void {
    this.count++;
    if (this.told.length < MOST) this.told.push({ check, message });
  }
}
