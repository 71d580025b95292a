/**
 * Wraps a component of Swagger UI. Each rendered element that matches a rule's `test(element)` is replaced by its `change(element, React,
 * props)`, where `props` are the component's. The component's own state and handlers stay.
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
      // Children are spread, as in the original, so children without keys need none.
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

/**
 * Returns true for the component that another plugin has wrapped: it is the wrapper's `Ori`, or receives all of the wrapper's properties.
 */
const isWrapped = ({ type, props }, given) =>
  typeof type === 'function' &&
  Object.keys(given).length > 0 &&
  (type === given.Ori || Object.keys(given).every((key) => props[key] === given[key]));

/** Returns a rule that sets properties of elements, given as an object or as a function of the component's properties. */
export const set = (test, added) => ({
  test,
  change: (element, React, props) => React.cloneElement(element, typeof added === 'function' ? added(props) : added),
});

/** Returns a rule that turns elements into another tag, with the same properties and more. */
export const become = (test, tag, added) => ({
  test,
  change: (element, React) => React.createElement(tag, { ...element.props, ...added, key: element.key }),
});

export const isTag = (tag) => (element) => element.type === tag;

/** Returns a test for a class. It also matches components, which pass their class on. */
export const hasClass = (name) => (element) =>
  String(element.props.className ?? '')
    .split(' ')
    .includes(name);
