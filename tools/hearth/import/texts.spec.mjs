import { RequestRefused } from './client.mjs';
import { Moving } from './moving.mjs';
import { pathHere, visibilityWithin } from './places.mjs';
import { movedText } from './texts.mjs';
import { readUsers, Users } from './users.mjs';

const PROJECT = 'https://old.example/g/p';

it.each([
  ['no text', null, ''],
  ['a quick action', 'Well\n/close\n/label ~bug', 'Well\n\\/close\n\\/label ~bug'],
  ['a path that is none', '/usr/bin is a folder', '/usr/bin is a folder'],
  ['code', '```\n/close\n```\n/close', '```\n/close\n```\n\\/close'],
  [
    ...['a link to an upload', `See ![a](/uploads/${'a'.repeat(32)}/a.png)`],
    `See ![a](${PROJECT}/uploads/${'a'.repeat(32)}/a.png)`,
  ],
])('keeps the meaning of %s', (_, text, expected) => {
  expect(movedText(text, PROJECT)).toBe(expected);
});

describe('authors', () => {
  const users = new Users(new Map([['alice', { id: 1, username: 'alice.smith' }]]));
  const moving = new Moving({ users, host: 'old.example' });
  const write = async (as) => as;
  const by = (username, more = {}) => ({
    author: { username },
    text: 'Hello',
    verb: 'Written',
    projectUrl: PROJECT,
    ...more,
  });

  it.each([
    ['a mapped one', by('alice'), { text: 'Hello', sudo: 'alice.smith' }],
    [
      'a mapped one, with a time that is not kept',
      by('alice', { at: '2020-01-02T03:04:05Z' }),
      {
        ...{ text: '*Written on 2020-01-02 at old.example.*\n\nHello', sudo: 'alice.smith' },
      },
    ],
    ['another one', by('bob'), { text: '*Written by `bob` at old.example.*\n\nHello' }],
    ['another one, without a text', by('bob', { text: null }), { text: '*Written by `bob` at old.example.*' }],
    ['none', { ...by('x'), author: undefined }, { text: '*Written by `deleted user` at old.example.*\n\nHello' }],
  ])('of texts: %s', async (_, written, expected) => {
    expect(await moving.asAuthor(written, write)).toEqual(expected);
  });

  it('are named where they may not write here', async () => {
    const refusing = async (as) => {
      if (as.sudo) throw new RequestRefused({ status: 404, description: '', method: 'POST', endpoint: 'x' });
      return as.text;
    };
    expect(await moving.asAuthor(by('alice'), refusing)).toBe('*Written by `alice` at old.example.*\n\nHello');
  });

  it('are mapped by a file, whose names have to be known', async () => {
    const here = { Users: { all: async ({ username }) => (username === 'ann' ? [{ id: 7, username }] : []) } };
    const found = await Users.find(here, new Map([['alice', 'ann']]));
    expect([found.of('alice'), found.of('bob'), found.idsOf([{ username: 'alice' }, { username: 'bob' }])]).toEqual([
      ...[{ id: 7, username: 'ann' }, undefined, [7]],
    ]);
    await expect(Users.find(here, new Map([['bob', 'bert']]))).rejects.toThrow(
      'There is no user "bert" here for "bob"',
    );
    await expect(readUsers('/nonexistent/users.yaml')).rejects.toThrow('cannot be read');
  });
});

it.each([
  ['a', { root: 'a' }, 'a'],
  ['a/b/c', { root: 'a/b' }, 'b/c'],
  ['a/b', { root: 'a/b', into: 'x/y' }, 'x/y/b'],
])('puts %s of %j at %s', (path, given, expected) => {
  expect(pathHere(path, given)).toBe(expected);
});

it('makes nothing more visible than its group', () => {
  expect([
    visibilityWithin('public', 'internal'),
    visibilityWithin('private', 'public'),
    visibilityWithin('public'),
  ]).toEqual(['internal', 'private', 'public']);
});
