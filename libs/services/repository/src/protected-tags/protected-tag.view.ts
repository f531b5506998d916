import { z } from 'zod';
import { describeLevel } from '../protection/protection.rules.js';
import type { StoredProtectedTag } from './protected-tags.store.js';

export const ProtectedTagView = z.strictObject({
  name: z.string(),
  create_access_levels: z
    .array(z.strictObject({ id: z.int(), access_level: z.int(), access_level_description: z.string() }))
    .describe('Lowest access levels that may create the tag'),
});
export type ProtectedTagView = z.output<typeof ProtectedTagView>;

export function presentProtectedTag({ id, name, createLevel }: StoredProtectedTag): ProtectedTagView {
  const level = { id, access_level: createLevel, access_level_description: describeLevel(createLevel) };
  return { name, create_access_levels: [level] };
}
