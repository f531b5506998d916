import type { AttributeTables } from '@hearth/custom-attributes';

/** Where the custom attributes of users are. */
export const ATTRIBUTE_TABLES: AttributeTables = {
  user: { table: 'user_custom_attributes', column: 'user_id', subjects: 'users' },
};
