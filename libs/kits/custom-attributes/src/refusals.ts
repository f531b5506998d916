import { defineRefusal } from '@hearth/contract-kit';
import type { AttributeFailures } from './custom-attribute.rules.js';

/** An invalid key or value of an attribute. */
export const CustomAttributeInvalid = defineRefusal<{ failures: AttributeFailures }>(
  'custom-attribute-invalid',
  400,
  ({ failures }) => ({ message: { ...failures } }),
);

/** The subject has no attribute with that key. */
export const CustomAttributeNotFound = defineRefusal('custom-attribute-not-found', 404, { message: '404 Not found' });
