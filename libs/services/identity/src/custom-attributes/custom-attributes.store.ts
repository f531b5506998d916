import type { AttributeTables } from '@hearth/custom-attributes';

/** Table of the custom attributes of users. */
export const ATTRIBUTE_TABLES: AttributeTables = {
  user: { table: 'user_custom_attributes', column: 'user_id', subjects: 'users' },
};
