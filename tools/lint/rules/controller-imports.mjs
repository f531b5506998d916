import { onImports } from '../imports.mjs';
import { kindOfImport, placeOf } from '../places.mjs';

/** A controller names the endpoint and hands on; what it reads comes from facts, what it changes from verbs. */
export default {
  meta: {
    type: 'problem',
    docs: { description: 'A controller imports no store, finder or entity' },
    schema: [],
    messages: {
      storage: 'A controller never imports {{specifier}}: read through .facts, write through a verb file.',
    },
  },
  create(context) {
    const place = placeOf(context.filename);
    if (!place.sliced || place.kind !== 'controller' || place.spec) return {};
    return onImports((specifier, node) => {
      if (['store', 'finder', 'entity'].includes(kindOfImport(specifier))) {
        context.report({ node, messageId: 'storage', data: { specifier } });
      }
    });
  },
};
