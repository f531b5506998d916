import { mentionsIn } from './mention.rules.js';

describe('mentionsIn', () => {
  it.each([
    ['@ada and @Grace, @ada again', ['ada', 'grace']],
    ['ask @a.b-c_d.', ['a.b-c_d']],
    ['mail ada@example.com or see /@path', []],
    ['@', []],
    ['(@ada)', ['ada']],
    ['line\n@ada\n', ['ada']],
  ])('%j', (text, names) => {
    expect(mentionsIn(text)).toEqual(names);
  });

  it('stops after a hundred', () => {
    const text = Array.from({ length: 200 }, (_, index) => `@user${index}`).join(' ');
    expect(mentionsIn(text)).toHaveLength(100);
  });

  it('takes linear time', () => {
    expect(mentionsIn('@a-'.repeat(300_000))).toHaveLength(1);
  });
});
