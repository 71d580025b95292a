import { setTimeout as sleep } from 'node:timers/promises';
import type { Page, Route } from 'playwright-core';
import { settled } from './browser.ts';
import { Dice } from './dice.ts';
import { waitFor } from './wait-for.ts';

const SAVES = /trpc\/designs\.(saveDraft|publish)/;

/** A tab in which a person changes texts of their own at random, while others change the same template. */
export class RandomAuthor {
  /** Texts of this author, as the tab last showed them, sorted. */
  texts: readonly string[];
  /** Texts of this author at each publication by it, by version. */
  readonly published = new Map<number, readonly string[]>();
  /** Errors that the tab should not show. */
  readonly faults: string[] = [];
  readonly #page: Page;
  readonly #name: string;
  readonly #dice: Dice;
  #count = 0;
  /** All states of the texts so far. */
  readonly #states: string[] = [];

  /** The template has one text of the author, which is its name. */
  constructor(page: Page, { name, seed }: { name: string; seed: number }) {
    this.#page = page;
    this.#name = name;
    this.#dice = new Dice(seed);
    this.texts = [name];
    this.#states.push(this.texts.join());
    page.on('pageerror', (error) => this.faults.push(error.message));
    // Leaves the page although changes are not saved yet.
    page.on('dialog', (dialog) => void dialog.accept());
  }

  /** Makes random changes. Answers are late, are lost, or are never given. */
  async make(count: number): Promise<void> {
    const answer = async (route: Route) => {
      const luck = this.#dice.number();
      if (luck < 0.1) return route.abort();
      if (luck < 0.3) await sleep(this.#dice.number() * 2000);
      if (luck < 0.8) return route.continue();
      await route.fetch();
      return route.abort();
    };
    // A page that is left ends its requests.
    await this.#page.route(SAVES, (route) => answer(route).catch(() => route.abort().catch(() => {})));
    for (let made = 0; made < count; made++) {
      await this.#dice.one(this.#changes).call(this);
      if (await this.#conflict.count()) this.faults.push('a conflict');
      await this.#page.waitForTimeout(this.#dice.number() * 1500);
      if (this.#dice.has(0.3)) await this.#saveNow();
    }
    await this.#page.unrouteAll({ behavior: 'wait' });
  }

  readonly #changes = [
    ...[this.#write, this.#write, this.#write, this.#write, this.#write, this.#add, this.#add, this.#remove],
    ...[this.#undo, this.#redo, this.#reload, this.#publish],
  ];

  /** Waits until everything is saved. */
  async end(): Promise<void> {
    await waitFor(
      `the last save of ${this.#name}`,
      async () => {
        await this.#saveNow();
        return this.#page.getByRole('status').filter({ hasText: /aved/ }).first().textContent();
      },
      (status) => status === 'Saved',
    );
  }

  get #conflict() {
    return this.#page.getByRole('alert').filter({ hasText: 'changed in another tab' });
  }

  /** Returns the texts of all authors on the page, sorted. */
  async shown(): Promise<string[]> {
    const names = await this.#page
      .getByRole('group', { name: 'Page', exact: true })
      .getByRole('button')
      .evaluateAll((buttons) => buttons.map((button) => (button as unknown as { ariaLabel: string }).ariaLabel));
    return names.map((name) => name.replace(/^Text: /, '')).sort();
  }

  async reopen(): Promise<void> {
    await this.#page.reload();
    await this.#page.getByRole('button', { name: 'Add text' }).waitFor();
  }

  async #saveNow(): Promise<void> {
    await this.#page.evaluate("dispatchEvent(new Event('online'))");
  }

  #next(): string {
    return `${this.#name} ${++this.#count}`;
  }

  async #choose(text: string): Promise<void> {
    const name = `Text: ${text}`;
    const button = this.#page
      .getByRole('group', { name: 'Page', exact: true })
      .getByRole('button', { name, exact: true });
    await button.focus();
    if ((await button.getAttribute('aria-pressed')) !== 'true') await this.#page.keyboard.press('Space');
  }

  async #fill(text: string): Promise<void> {
    const box = this.#page.getByRole('textbox', { name: 'Text', exact: true });
    await box.fill(text);
    await box.blur();
  }

  #note(texts: readonly string[]): void {
    this.texts = [...texts].sort();
    this.#states.push(this.texts.join());
  }

  async #write(): Promise<void> {
    const [before, after] = [this.#dice.one(this.texts), this.#next()];
    await this.#choose(before);
    await this.#fill(after);
    this.#note([...this.texts.filter((text) => text !== before), after]);
  }

  async #add(): Promise<void> {
    if (this.texts.length > 5) return;
    const text = this.#next();
    await this.#page.getByRole('button', { name: 'Add text' }).click();
    await this.#fill(text);
    this.#note([...this.texts, text]);
  }

  async #remove(): Promise<void> {
    if (this.texts.length === 1) return;
    const text = this.#dice.one(this.texts);
    await this.#choose(text);
    await this.#page.keyboard.press('Delete');
    this.#note(this.texts.filter((one) => one !== text));
  }

  async #undo(): Promise<void> {
    await this.#step('Undo');
  }

  async #redo(): Promise<void> {
    await this.#step('Redo');
  }

  async #step(name: 'Undo' | 'Redo'): Promise<void> {
    const button = this.#page.getByRole('button', { name, exact: true });
    if (!(await button.isEnabled())) return;
    await button.click();
    await this.#page.evaluate(settled);
    const texts = (await this.shown()).filter((text) => text.startsWith(this.#name));
    if (!this.#states.includes(texts.join())) this.faults.push(`${name} led to ${texts.join()}`);
    this.#note(texts);
  }

  async #reload(): Promise<void> {
    // The browser keeps a change after a moment.
    await this.#page.waitForTimeout(600);
    await this.reopen();
    const texts = (await this.shown()).filter((text) => text.startsWith(this.#name));
    if (texts.join() !== this.texts.join())
      this.faults.push(`a reload led from ${this.texts.join()} to ${texts.join()}`);
    this.#note(texts);
  }

  async #publish(): Promise<void> {
    const button = this.#page.getByRole('button', { name: 'Publish', exact: true });
    // Disabled, and still focusable, without changes.
    if ((await button.getAttribute('aria-disabled')) === 'true') return;
    await button.click();
    const dialog = this.#page.getByRole('dialog', { name: 'Publish this template?' });
    await dialog.getByRole('button', { name: 'Publish' }).click();
    const refusal = dialog.getByText('The template wasn’t published');
    await Promise.race([refusal.waitFor(), dialog.waitFor({ state: 'detached' })]);
    if ((await refusal.count()) === 0) {
      const [version] = (await this.#page.getByText(/^Version \d+$/).textContent())?.match(/\d+/) ?? [];
      this.published.set(Number(version), this.texts);
    } else {
      await this.#page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    }
  }
}
