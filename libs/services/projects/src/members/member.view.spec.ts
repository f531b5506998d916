import type { UserId } from '@hearth/contract-kit';
import { MemberView, RequesterView, presentMember, presentRequester } from './member.view.js';

const WHO = { id: 3 as UserId, username: 'ada', name: 'Ada', state: 'blocked' as const, avatarPath: '/uploads/a.png' };
const BASE = 'https://code.example:8443';
const PRINTED = {
  ...{ id: 3, username: 'ada', name: 'Ada', state: 'blocked' },
  ...{ avatar_url: `${BASE}/uploads/a.png`, web_url: `${BASE}/ada` },
};
const MOMENT = new Date('2018-01-15T10:07:21.123Z');

it('prints a member as a user with the terms of the membership', () => {
  const record = { ...WHO, level: 40, expiresAt: '2018-02-01', createdAt: MOMENT, updatedAt: new Date(0) };
  expect(MemberView.parse(presentMember(record, BASE))).toEqual({
    ...PRINTED,
    access_level: 40,
    created_at: '2018-01-15T10:07:21.123Z',
    expires_at: '2018-02-01',
  });
  expect(presentMember({ ...record, expiresAt: null }, BASE).expires_at).toBeNull();
});

it('prints who asks for access as a user with the time of the request', () => {
  expect(RequesterView.parse(presentRequester({ ...WHO, requestedAt: MOMENT }, BASE))).toEqual({
    ...PRINTED,
    requested_at: '2018-01-15T10:07:21.123Z',
  });
});
