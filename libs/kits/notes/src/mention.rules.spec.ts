import { addressedIn, mentionsIn } from './mention.rules.js';

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

describe('addressedIn', () => {
  it.each([
    ['@ada What do you think? cc: @bob', ['ada']],
    ['- @carol can you have a look?\n> @dan and you?', []],
    ['Hello\n@Erin @frank, @gus thank you @hal', ['erin', 'frank', 'gus']],
    ['@ada.\n@ada', ['ada']],
    ['', []],
  ])('%j', (text, names) => {
    expect(addressedIn(text)).toEqual(names);
  });

  it('stops after a hundred', () => {
    const text = Array.from({ length: 200 }, (_, index) => `@user${index}`).join('\n');
    expect(addressedIn(text)).toHaveLength(100);
  });

  it('takes linear time', () => {
    expect(addressedIn(`@a${' '.repeat(300_000)}@b`)).toEqual(['a']);
    expect(addressedIn('@a '.repeat(300_000))).toEqual(['a']);
  });
});
