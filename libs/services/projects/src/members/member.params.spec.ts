import { memberFilters, memberParams, memberTerms } from './member.params.js';

describe('the terms of a membership', () => {
  const change = (params: object) =>
    memberTerms(memberParams('project').update.parse({ id: '7', user_id: '3', access_level: 30, ...params }));

  it.each<[string, object, string | null | undefined]>([
    ['leave the day', {}, undefined],
    ['take the day away by empty text', { expires_at: '' }, null],
    ['take the day away by null', { expires_at: null }, null],
    ['name a day', { expires_at: '2018-01-15' }, '2018-01-15'],
    ['name a moment', { expires_at: '2018-01-15T23:00:00-05:00' }, '2018-01-15'],
  ])('%s', (_, params, expiresAt) => {
    expect(change(params)).toEqual({ level: 30, expiresAt });
  });

  it('begin without a day, however that is said', () => {
    for (const expires_at of [undefined, null, ''])
      expect(
        memberTerms(memberParams('group').add.parse({ id: 'g', user_id: 3, access_level: '10', expires_at })),
      ).toEqual({
        level: 10,
        expiresAt: undefined,
      });
  });

  it('are those of developers where a request is granted without more words', () => {
    expect(memberParams('group').approve.parse({ id: 'g', user_id: '3' }).access_level).toBe(30);
    expect(memberParams('group').approve.parse({ id: 'g', user_id: '3', access_level: '10' }).access_level).toBe(10);
  });
});

describe('the filters of members', () => {
  const filters = (params: object) => memberFilters(memberParams('project').list.parse({ id: '7', ...params }));

  it('are none unless there is something to look for', () => {
    for (const params of [{}, { query: ' ', user_ids: '' }, { query: null, user_ids: [], skip_users: '' }])
      expect(filters(params)).toEqual({ search: undefined, userIds: undefined, skip: undefined });
  });

  it('read words and ids', () => {
    expect(filters({ query: 'ada', user_ids: ['1', 2], skip_users: '3' })).toEqual({
      search: { text: 'ada', patterns: ['%ada%'] },
      userIds: [1, 2],
      skip: [3],
    });
  });
});
