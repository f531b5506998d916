import { z } from 'zod';
import { UserAgentDetailNotFound } from '../refusals.js';

export const UserAgentDetailView = z.strictObject({
  user_agent: z.string(),
  ip_address: z.string(),
  akismet_submitted: z.boolean(),
});
export type UserAgentDetailView = z.output<typeof UserAgentDetailView>;

/**
 * Nothing is sent to Akismet, so the last field is false.
 * @param details undefined where they are unknown
 * @throws UserAgentDetailNotFound
 */
export function presentUserAgent(details: { userAgent: string; address: string } | undefined): UserAgentDetailView {
  if (!details) throw UserAgentDetailNotFound();
  return { user_agent: details.userAgent, ip_address: details.address, akismet_submitted: false };
}
