// Compares a file with the issued one. The file is read in the browser and not uploaded.
function offerCheck(check) {
  const input = check.querySelector('input');
  const outcome = check.querySelector('output');
  const banner = document.querySelector('section.state');
  const issued = { kind: banner.className, parts: [...banner.childNodes] };
  const former = JSON.parse(check.dataset.former);
  const showBanner = (isIt, replaced) => {
    banner.className = isIt ? issued.kind : replaced ? 'state unknown' : 'state bad';
    banner.replaceChildren(...(isIt ? issued.parts : warning(check.dataset, replaced)));
    // The banner may be above the visible part of the page.
    if (!isIt) banner.scrollIntoView({ block: 'nearest' });
  };
  const compare = async (file) => {
    // A file that can't be read has no outcome.
    outcome.replaceChildren();
    check.classList.remove('good', 'unknown', 'bad');
    showBanner(true);
    const digest = hex(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
    const isIt = check.dataset.digests.split(' ').includes(digest);
    const replaced = isIt ? undefined : former.find(({ digests }) => digests.includes(digest));
    const said = isIt ? check.dataset.same : (replaced?.title ?? check.dataset.other);
    outcome.replaceChildren(make('bdi', file.name), make('br'), said);
    check.classList.toggle('good', isIt);
    check.classList.toggle('unknown', replaced !== undefined);
    check.classList.toggle('bad', !isIt && !replaced);
    showBanner(isIt, replaced);
  };
  let last = Promise.resolve();
  // Sequential, so that the outcome of the last chosen file is shown.
  const choose = (file) => {
    if (file) last = last.then(() => compare(file)).catch(() => undefined);
  };
  input.addEventListener('change', () => choose(input.files[0]));
  // Accepts drops anywhere on the page. Otherwise the browser would open a file that misses the frame.
  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener('drop', (event) => {
    event.preventDefault();
    choose(event.dataTransfer.files[0]);
  });
  // Browsers offer digests only on secure origins; without them the check stays hidden.
  check.hidden = !globalThis.crypto?.subtle;
}

const make = (name, text = '') => Object.assign(document.createElement(name), { textContent: text });

// Returns the banner's content for a different or a replaced file, in the form of the page's own.
function warning({ other, otherText }, replaced) {
  const sign = Object.assign(make('span', replaced ? '!' : '✕'), { className: 'sign', ariaHidden: 'true' });
  const said = document.createElement('div');
  said.append(make('h1', replaced?.title ?? other), make('p', otherText));
  return [sign, said];
}

const hex = (bytes) => Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

// Opens the system's choice of apps.
function offerShare(button) {
  button.addEventListener('click', () =>
    navigator.share({ title: document.title, url: button.dataset.share }).catch(() => undefined),
  );
  button.parentElement.hidden = !navigator.share;
}

// Copies a value, and briefly shows a confirmation in the place of a text. `status` announces it to screen readers.
function offerCopy(button, { value, shown, confirmation, status = null }) {
  const { textContent } = shown;
  const show = (text, said) => {
    shown.textContent = text;
    if (status) status.textContent = said;
  };
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(value);
    show(confirmation, confirmation);
    setTimeout(() => show(textContent, ''), 2500);
  });
  button.hidden = !navigator.clipboard;
}

// Reports that a link was opened, once per page and only to the page's own server.
function countUse(link) {
  let isCounted = false;
  const count = ({ button }) => {
    // The right button opens a menu.
    if (!isCounted && button < 2) isCounted = navigator.sendBeacon(link.dataset.count);
  };
  for (const type of ['click', 'auxclick']) link.addEventListener(type, count);
}

// Sends a form once until the page is shown again. A double click would find its link used, or create a second one.
function sendOnce(form) {
  let isSent = false;
  form.addEventListener('submit', (event) => {
    if (isSent) event.preventDefault();
    isSent = true;
  });
  addEventListener('pageshow', () => {
    isSent = false;
  });
}

for (const form of document.querySelectorAll('form[method=post]')) sendOnce(form);
for (const check of document.querySelectorAll('[data-digests]')) offerCheck(check);
for (const button of document.querySelectorAll('[data-share]')) offerShare(button);
for (const link of document.querySelectorAll('[data-count]')) countUse(link);
for (const button of document.querySelectorAll('[data-copy]'))
  offerCopy(button, { value: button.dataset.copy, shown: button, confirmation: '✓' });
for (const button of document.querySelectorAll('[data-copy-link]'))
  offerCopy(button, {
    value: button.dataset.copyLink,
    shown: button.querySelector('span'),
    confirmation: button.dataset.copied,
    status: button.nextElementSibling,
  });
