import { placeOf } from '../places.mjs';

const BLOCKS = ['describe', 'it', 'test'];
const SILENT = ['fit', 'xit', 'xtest', 'fdescribe', 'xdescribe'];

/** All committed specs run. */
export default {
  meta: {
    type: 'problem',
    docs: { description: 'No .only, .skip or .todo in specs' },
    schema: [],
    messages: {
      focused: '{{name}} keeps specs from running.',
    },
  },
  create(context) {
    if (!placeOf(context.filename).spec) return {};
    return {
      MemberExpression(node) {
        const { object, property } = node;
        if (BLOCKS.includes(object.name) && ['only', 'skip', 'todo'].includes(property.name)) {
          context.report({ node, messageId: 'focused', data: { name: `${object.name}.${property.name}` } });
        }
      },
      CallExpression({ callee }) {
        if (SILENT.includes(callee.name)) {
          context.report({ node: callee, messageId: 'focused', data: { name: callee.name } });
        }
      },
    };
  },
};
