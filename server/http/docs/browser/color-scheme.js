const dark = matchMedia('(prefers-color-scheme: dark)');

/** Swagger UI has its dark colors under a class of the document, which its own top bar would set. */
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);

/** Shows the page in the colors that the reader's system asks for, from now on. */
export function followColorScheme() {
  follow();
  dark.addEventListener('change', follow);
}
