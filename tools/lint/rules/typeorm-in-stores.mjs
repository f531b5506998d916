import { isOneOf, onImports } from '../imports.mjs';
import { placeOf } from '../places.mjs';

const ALLOWED_KINDS = ['store', 'finder', 'entity'];

/** All SQL of a resource stands in its store and finder, so that it is found and reviewed there. */
export default {
  meta: {
    type: 'problem',
    docs: { description: 'Only .store, .finder, .entity files and migrations import typeorm' },
    schema: [],
    messages: {
      typeorm: 'Only .store, .finder, .entity files and migrations import {{specifier}}.',
    },
  },
  create(context) {
    const place = placeOf(context.filename);
    const prepares = place.test && !place.spec;
    if (!place.sliced || prepares || ALLOWED_KINDS.includes(place.kind) || place.folders.includes('migrations')) {
      return {};
    }
    return onImports((specifier, node) => {
      if (isOneOf(['typeorm', '@nestjs/typeorm'], specifier)) {
        context.report({ node, messageId: 'typeorm', data: { specifier } });
      }
    });
  },
};
