/** Language of the samples that the reader chose last. */
let chosen = 'Shell';

/** Plugin for Swagger UI that shows `x-codeSamples` of an operation before its responses. Swagger UI itself ignores them. */
export const codeSamples = () => ({
  wrapComponents: {
    responses: (Original, { React }) => {
      const { createElement, Fragment } = React;
      return function WithSamples(props) {
        const { specSelectors, path, method } = props;
        const samples = specSelectors.specJson().getIn(['paths', path, method, 'x-codeSamples'])?.toJS() ?? [];
        const original = createElement(Original, props);
        return samples.length === 0
          ? original
          : createElement(Fragment, null, createElement(Samples, { samples, React }), original);
      };
    },
  },
});

function Samples({ samples, React: { createElement, useState } }) {
  const [language, setLanguage] = useState(chosen);
  const choose = ({ target }) => {
    chosen = target.value;
    setLanguage(chosen);
  };
  const sample = samples.find(({ lang }) => lang === language) ?? samples[0];
  const options = samples.map(({ lang, label }) => createElement('option', { key: lang, value: lang }, label));
  const select = createElement('select', { 'aria-label': 'Language', value: sample.lang, onChange: choose }, options);
  const code = createElement('pre', { className: 'sample' }, createElement('code', null, sample.source));
  return createElement(
    'section',
    { className: 'code-samples' },
    createElement(
      'div',
      { className: 'opblock-section-header' },
      createElement('h4', { 'aria-level': 3 }, 'Code'),
      select,
    ),
    createElement('div', { className: 'scrolled', role: 'group', 'aria-label': 'Code', tabIndex: 0 }, code),
  );
}
