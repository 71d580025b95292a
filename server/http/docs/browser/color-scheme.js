const dark = matchMedia('(prefers-color-scheme: dark)');

/** Swagger UI has its dark colours under a class of the document, which its own top bar would set. */
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);

/** Shows the page in the colours that the reader's system prefers, and follows changes. */
export function followColorScheme() {
  follow();
  dark.addEventListener('change', follow);
}
