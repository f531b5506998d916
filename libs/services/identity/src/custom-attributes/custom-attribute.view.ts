import { z } from 'zod';
import type { CustomAttributeEntity } from './custom-attribute.entity.js';

export const CustomAttributeView = z.strictObject({ key: z.string(), value: z.string() });
export type CustomAttributeView = z.output<typeof CustomAttributeView>;

export function presentCustomAttribute({
  key,
  value,
}: Pick<CustomAttributeEntity, 'key' | 'value'>): CustomAttributeView {
  return { key, value };
}
