const FOCUSABLE = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled';

/** Wraps a dialog of Swagger UI: the keyboard stays in it while it is open, and is then back on what has opened it. */
export const keepingFocus = (wrap) => (Original, system) => {
  const Dialog = wrap(Original, system);
  const { React } = system;
  return (props) => {
    // Before the first field of the dialog takes it.
    const [opener] = React.useState(() => document.activeElement);
    React.useEffect(() => () => opener?.focus(), [opener]);
    return React.createElement('div', { onKeyDown: goRound }, React.createElement(Dialog, props));
  };
};

/** From the last control the Tab key goes to the first one, and back. */
function goRound(event) {
  if (event.key !== 'Tab') return;
  const controls = [...event.currentTarget.querySelectorAll(FOCUSABLE)].filter((control) => control.checkVisibility());
  const [from, to] = event.shiftKey ? [controls[0], controls.at(-1)] : [controls.at(-1), controls[0]];
  if (document.activeElement !== from || !to) return;
  event.preventDefault();
  to.focus();
}
