import { z } from 'zod';
import type { SshKeyRecord } from './ssh-keys.store.js';

/** Public SSH key, with its original comment. */
export const SshKeyView = z.strictObject({
  id: z.int(),
  title: z.string(),
  key: z.string(),
  created_at: z.iso.datetime({ precision: 3 }),
});

export function presentSshKey({
  id,
  title,
  key,
  createdAt,
}: Pick<SshKeyRecord, 'id' | 'title' | 'key' | 'createdAt'>): z.output<typeof SshKeyView> {
  return { id, title, key, created_at: createdAt.toISOString() };
}
