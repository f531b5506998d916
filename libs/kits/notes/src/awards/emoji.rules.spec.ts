import { emojiName, isVote, onlyEmoji } from './emoji.rules.js';

describe('emoji', () => {
  it.each([
    ['thumbsup', 'thumbsup'],
    ['+1', 'thumbsup'],
    ['-1', 'thumbsdown'],
    ['Heart', 'heart'],
    ['constructor', null],
    ['nothing_like_it', null],
  ])('%s is %s', (name, known) => {
    expect(emojiName(name)).toBe(known);
  });

  it.each([
    [':tada:', 'tada'],
    [' :+1:\n', 'thumbsup'],
    [':tada: great', null],
    [':nothing_like_it:', null],
    ['tada', null],
  ])('the body %j is %s alone', (body, name) => {
    expect(onlyEmoji(body)).toBe(name);
  });

  it('are votes, two of them', () => {
    expect(['thumbsup', 'thumbsdown', 'heart'].map(isVote)).toEqual([true, true, false]);
  });
});
