import { topicErrors } from './topic.rules.js';

const topic = { name: 'ruby', title: 'Ruby', description: null };

describe('topicErrors', () => {
  it('accepts texts of the greatest length', () => {
    const longest = { name: 'n'.repeat(255), title: 't'.repeat(255), description: 'd'.repeat(1024) };
    expect([topicErrors(topic, false), topicErrors(longest, false)]).toEqual([{}, {}]);
  });

  it.each([
    [{ name: ' ' }, false, { name: ["can't be blank"] }],
    [{ name: 'n'.repeat(256) }, false, { name: ['is too long (maximum is 255 characters)'] }],
    [{ name: 'a\nb' }, false, { name: ['is invalid'] }],
    [{}, true, { name: ['has already been taken'] }],
    [{ title: '' }, false, { title: ["can't be blank"] }],
    [{ description: 'd'.repeat(1025) }, false, { description: ['is too long (maximum is 1024 characters)'] }],
  ])('reports %j, taken: %s', (changes, taken, errors) => {
    expect(topicErrors({ ...topic, ...changes }, taken)).toEqual(errors);
  });
});
