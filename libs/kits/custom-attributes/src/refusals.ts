import { defineRefusal } from '@hearth/contract-kit';
import type { AttributeFailures } from './custom-attribute.rules.js';

/** A key or value that an attribute may not have. */
export const CustomAttributeInvalid = defineRefusal<{ failures: AttributeFailures }>(
  'custom-attribute-invalid',
  400,
  ({ failures }) => ({ message: { ...failures } }),
);
