import { UserId, defineCommand } from '@hearth/contract-kit';
import { z } from 'zod';

/** Ends the mails about a merge request to a user who has a link from one of them. Changes nothing where it was deleted. Idempotent. */
export const UnsubscribeCommand = defineCommand({
  name: 'merge-requests.unsubscribe',
  idempotent: true,
  callers: ['projects'],
  input: z.object({ id: z.int(), userId: UserId }),
  output: z.object({}),
});
