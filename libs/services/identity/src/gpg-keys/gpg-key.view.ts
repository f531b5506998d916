import { z } from 'zod';
import type { GpgKeyRecord } from './gpg-keys.store.js';

/** Public GPG key, with its original armor. */
export const GpgKeyView = z.strictObject({
  id: z.int(),
  key: z.string(),
  created_at: z.iso.datetime({ precision: 3 }),
});

export function presentGpgKey({ id, key, createdAt }: GpgKeyRecord): z.output<typeof GpgKeyView> {
  return { id, key, created_at: createdAt.toISOString() };
}
