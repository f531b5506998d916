import { z } from 'zod';
import type { GpgKeyRecord } from './gpg-keys.store.js';

/** A public GPG key, in the armor that it was added with. */
export const GpgKeyView = z.strictObject({
  id: z.int(),
  key: z.string(),
  created_at: z.iso.datetime({ precision: 3 }),
});

export function presentGpgKey({ id, key, createdAt }: GpgKeyRecord): z.output<typeof GpgKeyView> {
  return { id, key, created_at: createdAt.toISOString() };
}
