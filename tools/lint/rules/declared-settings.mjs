import { placeOf } from '../places.mjs';

const READERS = [
  'libs/platform/config/src/',
  // PATH, for git's own environment.
  'libs/services/repository/src/git/process/environment.ts',
];
const PROCESS_MODULES = ['process', 'node:process'];

/** Programs and libs read the environment through declared settings: described, checked at the start, documented. */
export default {
  meta: {
    type: 'problem',
    docs: { description: 'No process.env in libs and apps but in the declarations of settings (and in tests)' },
    schema: [],
    messages: {
      environment: 'Declare the variable with defineSettings of @hearth/config where it is read.',
    },
  },
  create(context) {
    const { path, test } = placeOf(context.filename);
    const held = /^(libs|apps)\//.test(path) && !test && !READERS.some((reader) => path.startsWith(reader));
    if (!held) return {};
    const report = (node) => context.report({ node, messageId: 'environment' });
    const namesEnv = (key) => key.name === 'env' || key.value === 'env';
    return {
      MemberExpression({ object, property, computed }) {
        const named = computed ? property.value === 'env' : property.name === 'env';
        const global =
          object.type === 'MemberExpression' && object.object.name === 'globalThis' ? object.property : object;
        if (named && global.name === 'process') report(property);
      },
      VariableDeclarator({ id, init }) {
        if (init?.name !== 'process' || id.type !== 'ObjectPattern') return;
        for (const each of id.properties) if (each.type === 'Property' && namesEnv(each.key)) report(each);
      },
      ImportDeclaration({ source, specifiers }) {
        if (!PROCESS_MODULES.includes(source.value)) return;
        for (const each of specifiers) {
          if (each.type !== 'ImportSpecifier' || namesEnv(each.imported)) report(each);
        }
      },
    };
  },
};
