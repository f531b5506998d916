import { placeOf } from '../places.mjs';

const ORDERS = ['<', '<=', '>', '>='];
/** Decides who has an ability. */
const HOME = 'libs/platform/access/';

/** Permissions are declared in abilities.ts and printed in docs/PERMISSIONS.md: a level that is compared elsewhere is in neither. */
export default {
  meta: {
    type: 'problem',
    docs: { description: 'Only libs/platform/access orders access levels; everybody else asks an ability' },
    schema: [],
    messages: {
      level: 'Ask an ability (requireAbility, isAllowed, may) instead of comparing with {{level}}.',
    },
  },
  create(context) {
    const { path, test } = placeOf(context.filename);
    if (test || path.startsWith(HOME)) return {};
    return {
      BinaryExpression(node) {
        if (!ORDERS.includes(node.operator)) return;
        const level = [node.left, node.right].find(isNamedLevel);
        if (level) context.report({ node, messageId: 'level', data: { level: context.sourceCode.getText(level) } });
      },
    };
  },
};

function isNamedLevel(node) {
  return node.type === 'MemberExpression' && node.object.type === 'Identifier' && node.object.name === 'AccessLevel';
}
