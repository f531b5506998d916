import { placeOf } from '../places.mjs';

const SNAKE = /^[a-z][a-z0-9]*(_[a-z0-9]+)+$/;
const SCHEMA_MAKERS = ['object', 'strictObject', 'looseObject', 'extend', 'safeExtend', 'interface'];

/** snake_case is the API's spelling and ends at .params and .view: inside, names are camelCase. */
export default {
  meta: {
    type: 'problem',
    docs: { description: 'snake_case names only in .params and .view files, and in the views of contracts' },
    schema: [],
    messages: {
      snake: '{{name}}: snake_case ends at .params and .view. Spell it {{camel}} here.',
    },
  },
  create(context) {
    if (!applies(placeOf(context.filename))) return {};
    const check = (node) => {
      const name = node?.name ?? node?.value;
      if (typeof name !== 'string' || !SNAKE.test(name)) return;
      const camel = name.replace(/_([a-z0-9])/g, (_, letter) => letter.toUpperCase());
      context.report({ node, messageId: 'snake', data: { name, camel } });
    };
    const checkKey = (node) => check(node.key);
    return {
      TSPropertySignature: checkKey,
      TSMethodSignature: checkKey,
      PropertyDefinition: checkKey,
      MethodDefinition: checkKey,
      VariableDeclarator: (node) => boundNames(node.id).forEach(check),
      ':function': (node) => node.params.flatMap(boundNames).forEach(check),
      'FunctionDeclaration > Identifier.id': check,
      CallExpression(node) {
        const [shape] = node.arguments;
        if (!SCHEMA_MAKERS.includes(node.callee.property?.name) || shape?.type !== 'ObjectExpression') return;
        for (const property of shape.properties) if (property.type === 'Property') check(property.key);
      },
    };
  },
};

function applies(place) {
  if (place.spec) return false;
  if (place.sliced) return place.kind !== 'params' && place.kind !== 'view';
  return place.path.startsWith('libs/contracts/') && place.name !== 'views';
}

/** The identifiers that a pattern declares. */
function boundNames(pattern) {
  switch (pattern?.type) {
    case 'Identifier':
      return [pattern];
    case 'ObjectPattern':
      return pattern.properties.flatMap((each) => boundNames(each.value ?? each.argument));
    case 'ArrayPattern':
      return pattern.elements.flatMap(boundNames);
    case 'AssignmentPattern':
      return boundNames(pattern.left);
    case 'RestElement':
      return boundNames(pattern.argument);
    case 'TSParameterProperty':
      return boundNames(pattern.parameter);
    default:
      return [];
  }
}
