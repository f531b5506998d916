import { onImports } from '../imports.mjs';
import { placeOf } from '../places.mjs';

/**
 * A lib is imported by its name. What its index does not export is its own business; apps are not imported. Test code may
 * also import what a lib offers to tests (`@hearth/data/testing`).
 */
export default {
  meta: {
    type: 'problem',
    docs: { description: 'No imports into another lib, none of an app' },
    schema: [],
    messages: {
      deep: '{{specifier}} reaches into {{lib}}: import what its index exports.',
      app: '{{specifier}} is a program: nobody imports one.',
    },
  },
  create(context) {
    const { test } = placeOf(context.filename);
    return onImports((specifier, node) => {
      const [scope, name, ...rest] = specifier.split('/');
      if (scope !== '@hearth') return;
      if (name.startsWith('app-') || name === 'e2e' || name === 'bench') {
        context.report({ node, messageId: 'app', data: { specifier } });
      } else if (rest.length > 0 && rest.join('/') !== 'package.json' && !(test && rest.join('/') === 'testing')) {
        context.report({ node, messageId: 'deep', data: { specifier, lib: `${scope}/${name}` } });
      }
    });
  },
};
