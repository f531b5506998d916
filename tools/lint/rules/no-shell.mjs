import { isOneOf } from '../imports.mjs';

const MODULES = ['node:child_process', 'child_process'];
const SHELLS = ['exec', 'execSync'];

/** A command is a program and a list of arguments; a string for a shell is one quoting mistake away from running something else. */
export default {
  meta: {
    type: 'problem',
    docs: { description: 'No exec, execSync or shell: true' },
    schema: [],
    messages: {
      exec: '{{name}} runs a shell: use spawn or execFile with a list of arguments.',
      option: 'shell: true runs a shell: give the program a list of arguments.',
    },
  },
  create(context) {
    const namespaces = new Set();
    return {
      ImportDeclaration(node) {
        if (!isOneOf(MODULES, node.source.value)) return;
        for (const specifier of node.specifiers) {
          if (specifier.type !== 'ImportSpecifier') namespaces.add(specifier.local.name);
          else if (SHELLS.includes(specifier.imported.name)) {
            context.report({ node: specifier, messageId: 'exec', data: { name: specifier.imported.name } });
          }
        }
      },
      MemberExpression(node) {
        const { object, property } = node;
        if (object.type === 'Identifier' && namespaces.has(object.name) && SHELLS.includes(property.name)) {
          context.report({ node, messageId: 'exec', data: { name: property.name } });
        }
      },
      Property(node) {
        const name = node.key.name ?? node.key.value;
        const off = node.value.type === 'Literal' && !node.value.value;
        const literal = node.value.type === 'Literal' || node.value.type === 'TemplateLiteral';
        if (name === 'shell' && literal && !off && node.parent.type === 'ObjectExpression' && isArgument(node.parent)) {
          context.report({ node, messageId: 'option' });
        }
      },
    };
  },
};

const isArgument = (object) => ['CallExpression', 'NewExpression'].includes(object.parent.type);
