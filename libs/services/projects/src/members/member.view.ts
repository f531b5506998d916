import { UserBasicView, presentUserBasic } from '@hearth/identity-contracts';
import { z } from 'zod';
import type { RequesterRecord } from '../access-requests/requests.store.js';
import type { MemberRecord } from './memberships.store.js';

export const MemberView = UserBasicView.extend({
  access_level: z.int(),
  created_at: z.iso.datetime(),
  expires_at: z.iso.date().nullable(),
});
export type MemberView = z.output<typeof MemberView>;

export const RequesterView = UserBasicView.extend({ requested_at: z.iso.datetime() });
export type RequesterView = z.output<typeof RequesterView>;

/** @param baseUrl scheme, host and port that the client used */
export function presentMember(member: MemberRecord, baseUrl: string): MemberView {
  return {
    ...presentUserBasic(member, baseUrl),
    access_level: member.level,
    created_at: member.createdAt.toISOString(),
    expires_at: member.expiresAt,
  };
}

/** @param baseUrl scheme, host and port that the client used */
export function presentRequester(requester: RequesterRecord, baseUrl: string): RequesterView {
  return { ...presentUserBasic(requester, baseUrl), requested_at: requester.requestedAt.toISOString() };
}
