import { z } from 'zod';
import type { EmailRecord } from './emails.store.js';

/** Address beside the main one. */
export const EmailView = z.strictObject({ id: z.int(), email: z.string() });

export function presentEmail({ id, email }: EmailRecord): z.output<typeof EmailView> {
  return { id, email };
}
