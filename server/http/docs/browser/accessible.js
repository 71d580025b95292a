import { amend, become, hasClass, isTag, set } from './amend.js';
import { keepingFocus } from './keeping-focus.js';

const level = (tag, number) => set(isTag(tag), { 'aria-level': number });
const named = (test, name) => set(test, { 'aria-label': name });

/** Labels the select of an enumeration and file fields with the parameter's description. Swagger UI labels the other fields itself. */
const field = amend(
  set(
    ({ props }) => props.allowedValues || props.type === 'file',
    ({ description }) => ({ 'aria-label': description }),
  ),
);

/** Long code scrolls, and a scrolling element must be reachable by keyboard. */
const scrolledCode = amend({
  test: (element) => element.props.renderPlainText,
  change: (element, React) =>
    React.createElement('div', { className: 'scrolled', role: 'group', 'aria-label': 'Code', tabIndex: 0 }, element),
});

/** Plugin for Swagger UI that corrects what its components lack for WCAG 2.2 AA. Colours are in `style.css`. */
export const accessible = () => ({
  wrapComponents: {
    BaseLayout: amend(
      become(hasClass('information-container'), 'header', { className: 'wrapper information-container' }),
      become(hasClass('scheme-container'), 'section', { 'aria-label': 'Server and authorization' }),
    ),
    // Heading levels: 1 for the title, 2 for a tag, 3 for the parts of an operation.
    OperationTag: amend(level('h3', 2)),
    Webhooks: amend(level('h2', 2)),
    OAS31Models: amend(level('h4', 2)),
    parameters: amend(level('h4', 3)),
    responses: amend(level('h4', 3), set(hasClass('responses-table'), { role: undefined })),
    // The original has a link inside a button. The button opens the operation and writes its address into the address bar.
    OperationSummaryPath: amend({
      test: (element) => element.props.text,
      change: (element, React) => React.createElement('span', { className: 'nostyle' }, ...element.props.text),
    }),
    Servers: amend(named(isTag('select'), 'Server')),
    ExamplesSelect: amend(named(isTag('select'), 'Example')),
    Select: amend(set(isTag('select'), (props) => ({ 'aria-label': props['aria-label'] }))),
    JsonSchema_string: field,
    JsonSchema_boolean: field,
    JsonSchema_array: field,
    RequestBodyEditor: amend(named(hasClass('body-param__text'), 'Request body')),
    HighlightCode: scrolledCode,
    curl: scrolledCode,
    // The accordion of a schema without a title is a button without a text.
    JSONSchema202012Accordion: amend({
      test: isTag('button'),
      change: (element, React) =>
        React.cloneElement(
          element,
          undefined,
          ...[element.props.children].flat(),
          React.createElement('span', { className: 'unseen' }, ' schema'),
        ),
    }),
    // Their labels contradict their visible text.
    OAS31Auths: amend(set((element) => element.props['aria-label'], { 'aria-label': undefined })),
    HttpAuth: amend(level('h4', 3), level('h6', 4)),
    authorizationPopup: keepingFocus(
      amend(
        level('h3', 2),
        set(hasClass('modal-ux'), { role: 'dialog', 'aria-modal': true, 'aria-label': 'Available authorizations' }),
        set(hasClass('close-modal'), { 'aria-label': 'Close' }),
      ),
    ),
  },
});
