/** Maximum number of results on show. */
const MAX_RESULTS = 12;

const form = document.querySelector('form[role=search]');
const field = form.querySelector('input');
const panel = form.querySelector('.results');
const list = panel.querySelector('ul');
const status = panel.querySelector('[role=status]');

/** Returns a text without case and accents. */
const fold = (text) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

let loading;
/** Loads the texts of all pages once, with the first use of the search. A failed request is made again. */
function load() {
  loading ??= fetch('/docs/search.json')
    .then(async (response) => {
      if (!response.ok) throw new Error(`status ${response.status}`);
      const entries = await response.json();
      return entries.map((entry) => ({
        ...entry,
        title: fold(`${entry.page} ${entry.heading}`),
        // Folding can change the length of a text. Then nothing is marked.
        folded: fold(entry.text),
      }));
    })
    .catch((error) => {
      loading = undefined;
      throw error;
    });
  return loading;
}

/** Returns the parts that have every word, those with the words in their headings first. */
function find(entries, query) {
  const words = fold(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const phrase = words.join(' ');
  return entries
    .filter(({ title, folded }) => words.every((word) => title.includes(word) || folded.includes(word)))
    .map((entry, order) => ({ entry, order, score: scoreOf(entry, words, phrase) }))
    .sort((one, other) => other.score - one.score || one.order - other.order)
    .map(({ entry }) => ({ ...entry, words }));
}

function scoreOf({ title, folded, heading }, words, phrase) {
  const inTitle = words.filter((word) => title.includes(word)).length;
  const isHeading = fold(heading) === phrase || title.trim() === phrase;
  const isFirst = title.startsWith(words[0]);
  return inTitle * 4 + (isHeading ? 20 : 0) + (isFirst ? 3 : 0) + (folded.includes(phrase) ? 3 : 0);
}

function resultOf({ page, heading, address, text, folded, words }) {
  const item = document.createElement('li');
  const link = item.appendChild(document.createElement('a'));
  link.href = address;
  link.appendChild(document.createElement('strong')).textContent = heading ? `${page}: ${heading}` : page;
  const at = Math.max(0, ...words.map((word) => folded.indexOf(word)).slice(0, 1));
  const start = at < 60 ? 0 : text.lastIndexOf(' ', at - 40) + 1;
  const excerpt = `${start > 0 ? '… ' : ''}${text.slice(start, start + 140)}`;
  link.appendChild(document.createElement('span')).append(...marked(excerpt, words[0]));
  return item;
}

/** Returns the parts of an excerpt, with the word marked. */
function marked(excerpt, word) {
  const at = fold(excerpt).indexOf(word);
  if (at < 0 || fold(excerpt).length !== excerpt.length) return [excerpt];
  const mark = document.createElement('mark');
  mark.textContent = excerpt.slice(at, at + word.length);
  return [excerpt.slice(0, at), mark, excerpt.slice(at + word.length)];
}

let latest = 0;
async function search() {
  const query = field.value.trim();
  const turn = ++latest;
  panel.hidden = query === '';
  if (query === '') return;
  try {
    const found = find(await load(), query);
    // A later input has its own results.
    if (turn !== latest) return;
    list.replaceChildren(...found.slice(0, MAX_RESULTS).map(resultOf));
    status.textContent = countOf(found.length);
  } catch {
    list.replaceChildren();
    status.textContent = 'The search could not be loaded. Type again to retry.';
  }
}

function countOf(count) {
  if (count === 0) return 'No results. Try fewer or other words.';
  if (count > MAX_RESULTS) return `The first ${MAX_RESULTS} of ${count} results`;
  return count === 1 ? '1 result' : `${count} results`;
}

/** Moves the focus through the field and the results with the arrow keys. */
function move(event) {
  const stops = [field, ...list.querySelectorAll('a')];
  const at = stops.indexOf(document.activeElement);
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || at < 0) return;
  event.preventDefault();
  stops[(at + step + stops.length) % stops.length].focus();
}

function close() {
  panel.hidden = true;
}

field.addEventListener('focus', () => load().catch(() => undefined));
field.addEventListener('input', search);
form.addEventListener('submit', (event) => {
  event.preventDefault();
  list.querySelector('a')?.click();
});
form.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape') return move(event);
  close();
  field.focus();
});
form.addEventListener('focusout', ({ relatedTarget }) => {
  if (!form.contains(relatedTarget)) close();
});
field.addEventListener('focus', search);
list.addEventListener('click', close);
// Some browsers would move the focus out of the form before the click, which closes the results.
list.addEventListener('mousedown', (event) => event.preventDefault());
document.addEventListener('keydown', (event) => {
  const isTyping = event.target.matches('input, textarea, select');
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  field.focus();
});
form.hidden = false;

/** Adds a button to each example that copies it. Browsers allow that on pages with TLS and on localhost only. */
for (const block of navigator.clipboard ? document.querySelectorAll('.code') : []) {
  const button = block.querySelector('p').appendChild(document.createElement('button'));
  button.type = 'button';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(block.querySelector('pre').textContent);
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 2000);
  });
}
