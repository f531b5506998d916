import { CommitView, presentCommit, presentTime, titleOf } from '@hearth/repository-contracts';
import type { Commit } from '../git/objects/commit-object.js';
import type { ObjectId } from '../git/refs/object-id.js';

const id = (digit: string) => digit.repeat(40) as ObjectId;

const commit: Commit = {
  id: id('1'),
  tree: id('2'),
  parents: [id('3'), id('4')],
  author: { name: 'Ada', email: 'ada@example.com', seconds: 1516010841, offsetMinutes: 60 },
  committer: { name: 'Grace', email: 'grace@example.com', seconds: 1516010842, offsetMinutes: -330 },
  message: 'One\n\nTwo\n',
  encoding: null,
  signature: null,
};

describe('presentCommit', () => {
  it('shows the whole record', () => {
    expect(CommitView.parse(presentCommit(commit))).toEqual({
      id: id('1'),
      short_id: '11111111',
      title: 'One',
      created_at: '2018-01-15T04:37:22.000-05:30',
      parent_ids: [id('3'), id('4')],
      message: 'One\n\nTwo\n',
      author_name: 'Ada',
      author_email: 'ada@example.com',
      authored_date: '2018-01-15T11:07:21.000+01:00',
      committer_name: 'Grace',
      committer_email: 'grace@example.com',
      committed_date: '2018-01-15T04:37:22.000-05:30',
    });
  });
});

describe('titleOf', () => {
  const words = 'nine char '.repeat(12).trim();

  it.each([
    ['the first line', 'one\ntwo', 'one'],
    ['without the carriage return', 'one\r\ntwo', 'one'],
    ['a message without a text', ' \n\n', '--no commit message'],
    ['an empty message', '', '--no commit message'],
    ['99 characters whole', 'x'.repeat(99), 'x'.repeat(99)],
    ['100 characters without a space', 'x'.repeat(100), `${'x'.repeat(80)}…`],
    ['a space at the 81st character', `${'x'.repeat(80)} ${'y'.repeat(30)}`, `${'x'.repeat(80)}…`],
    ['the last space before', words, `${words.slice(0, 79)}…`],
    ['characters, not halves of them', '😀'.repeat(100), `${'😀'.repeat(80)}…`],
  ])('%s', (_, message, title) => {
    expect(titleOf(message)).toBe(title);
  });
});

describe('presentTime', () => {
  it.each([
    [0, 0, '1970-01-01T00:00:00.000+00:00'],
    [0, -60, '1969-12-31T23:00:00.000-01:00'],
    [1516010841, 345, '2018-01-15T15:52:21.000+05:45'],
  ])('%s seconds at %s minutes', (seconds, offsetMinutes, text) => {
    expect(presentTime({ seconds, offsetMinutes })).toBe(text);
  });
});
