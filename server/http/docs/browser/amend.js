/**
 * Wraps a component of Swagger UI: in what it renders, each element for which a rule's `test(element)` holds is replaced by
 * its `change(element, React, props)`, where `props` are the component's. The component's own state and handlers stay.
 */
export const amend =
  (...rules) =>
  (Original, { React }) => {
    const amended = new Map();
    const walk = (node, props) => {
      if (Array.isArray(node)) return node.map((child) => walk(child, props));
      if (!React.isValidElement(node)) return node;
      if (isWrapped(node, props)) return React.createElement(within(node.type), { ...node.props, key: node.key });
      const { children } = node.props;
      // Children are spread, as in the original: those that came without keys need none.
      const inner = (Array.isArray(children) ? children : [children]).map((child) => walk(child, props));
      const element = children === undefined ? node : React.cloneElement(node, undefined, ...inner);
      return rules.find(({ test }) => test(element))?.change(element, React, props) ?? element;
    };
    const within = (Component) => {
      if (!amended.has(Component)) amended.set(Component, wrap(Component));
      return amended.get(Component);
    };
    const wrap = (Component) => {
      if (!Component.prototype?.isReactComponent) return (props) => walk(Component(props), props);
      return class extends Component {
        render() {
          return walk(super.render(), this.props);
        }
      };
    };
    return wrap(Original);
  };

/** Whether an element is the component that another plugin has wrapped: it is the wrapper's `Ori`, or gets all that the wrapper got. */
const isWrapped = ({ type, props }, given) =>
  typeof type === 'function' &&
  Object.keys(given).length > 0 &&
  (type === given.Ori || Object.keys(given).every((key) => props[key] === given[key]));

/** A rule that sets properties of elements, given as an object or as a function of the component's own. */
export const set = (test, added) => ({
  test,
  change: (element, React, props) => React.cloneElement(element, typeof added === 'function' ? added(props) : added),
});

/** A rule that makes elements of another kind, with the same properties and more. */
export const become = (test, tag, added) => ({
  test,
  change: (element, React) => React.createElement(tag, { ...element.props, ...added, key: element.key }),
});

export const isTag = (tag) => (element) => element.type === tag;

/** Whether an element has a class; of components, too, which pass theirs on. */
export const hasClass = (name) => (element) =>
  String(element.props.className ?? '')
    .split(' ')
    .includes(name);
