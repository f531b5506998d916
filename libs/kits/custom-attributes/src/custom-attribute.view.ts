import { z } from 'zod';
import type { CustomAttribute } from './custom-attribute.rules.js';

export const CustomAttributeView = z.strictObject({ key: z.string(), value: z.string() });
export type CustomAttributeView = z.output<typeof CustomAttributeView>;

export function presentCustomAttribute({ key, value }: CustomAttribute): CustomAttributeView {
  return { key, value };
}
