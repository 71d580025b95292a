// Compares a file with the one that was issued. The file is read in the browser and not uploaded.
function offerCheck(check) {
  const input = check.querySelector('input');
  const outcome = check.querySelector('output');
  const compare = async (file) => {
    const digest = hex(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
    const isIt = digest === check.dataset.digest;
    outcome.textContent = isIt ? check.dataset.same : check.dataset.other;
    check.classList.toggle('good', isIt);
    check.classList.toggle('bad', !isIt);
  };
  input.addEventListener('change', () => input.files[0] && compare(input.files[0]));
  check.addEventListener('dragover', (event) => event.preventDefault());
  check.addEventListener('drop', (event) => {
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (file) compare(file);
  });
  // Browsers offer digests on secure origins only; without them the check stays hidden.
  check.hidden = !globalThis.crypto?.subtle;
}

const hex = (bytes) => Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

// The system's share dialog if there is one, else copies the address.
function offerShare(button) {
  button.addEventListener('click', async () => {
    if (navigator.share) return navigator.share({ title: document.title, url: location.href }).catch(() => undefined);
    await navigator.clipboard.writeText(location.href);
    button.textContent = button.dataset.copied;
  });
  button.hidden = !navigator.share && !navigator.clipboard;
}

for (const check of document.querySelectorAll('[data-digest]')) offerCheck(check);
for (const button of document.querySelectorAll('[data-share]')) offerShare(button);
