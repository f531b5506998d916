import { durationText, presentNamedUser, presentStatus, sizeText, titleOf } from './page-texts.js';

const JANE = { id: 5, username: 'jane', name: 'Jane', state: 'active', avatarPath: null, createdAt: '' } as const;

describe('texts of pages', () => {
  it.each([
    [null, null],
    [0, '0 s'],
    [59.6, '1 min 0 s'],
    [125, '2 min 5 s'],
    [3_900, '1 h 5 min'],
  ])('a duration of %j seconds is %j', (seconds, text) => expect(durationText(seconds)).toBe(text));

  it.each([
    [0, '0 bytes'],
    [1023, '1023 bytes'],
    [1536, '1.5 KiB'],
    [300 * 1024 ** 2, '300 MiB'],
  ])('a size of %d bytes is %j', (bytes, text) => expect(sizeText(bytes)).toBe(text));

  it('have a status in words, and a class for its colour', () => {
    expect(presentStatus('waiting_for_resource')).toEqual({
      text: 'waiting for resource',
      kind: 'waiting-for-resource',
    });
  });

  it('link to users who still exist', () => {
    expect(presentNamedUser(JANE)).toEqual({ name: 'Jane', address: '/jane' });
    expect(presentNamedUser({ ...JANE, askedAs: 7 })).toEqual({ name: 'Jane', address: null });
    expect(presentNamedUser(null)).toBeNull();
  });

  it('have the first line of a message', () => {
    const signature = { name: 'Ada', email: 'a@b', seconds: 0, offsetMinutes: 0 };
    const commit = { id: 'a', parents: [], author: signature, committer: signature, message: 'Begin\n\nmore' };
    expect([titleOf(commit), titleOf(null)]).toEqual(['Begin', null]);
  });
});
