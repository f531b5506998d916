import { z } from 'zod';

/** Answer of later releases to a cancelled automatic merge. */
export const CancellationView = z.strictObject({ status: z.literal('success') });
export type CancellationView = z.output<typeof CancellationView>;

export const CANCELLED: CancellationView = { status: 'success' };
