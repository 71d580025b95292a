const FOCUSABLE = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled';

/** Wraps a dialog of Swagger UI. The focus stays in the dialog while it is open, then returns to the element that opened it. */
export const keepingFocus = (wrap) => (Original, system) => {
  const Dialog = wrap(Original, system);
  const { React } = system;
  return (props) => {
    // Read before the first field of the dialog takes the focus.
    const [opener] = React.useState(() => document.activeElement);
    React.useEffect(() => () => opener?.focus(), [opener]);
    return React.createElement('div', { onKeyDown: goRound }, React.createElement(Dialog, props));
  };
};

/** Moves the focus from the last control to the first one with Tab, and back with Shift+Tab. */
function goRound(event) {
  if (event.key !== 'Tab') return;
  const controls = [...event.currentTarget.querySelectorAll(FOCUSABLE)].filter((control) => control.checkVisibility());
  const [from, to] = event.shiftKey ? [controls[0], controls.at(-1)] : [controls.at(-1), controls[0]];
  if (document.activeElement !== from || !to) return;
  event.preventDefault();
  to.focus();
}
