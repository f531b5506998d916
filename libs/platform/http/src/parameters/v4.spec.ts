import fc from 'fast-check';
import { z } from 'zod';
import { atLeastOneOf, projectReference, v4 } from './v4.js';

function read(type: z.ZodType, value: unknown) {
  const parsed = z.object({ x: type }).safeParse({ x: value });
  return parsed.success ? (parsed.data as { x: unknown }).x : parsed.error.issues.map(({ message }) => message);
}

describe('v4 parameter types', () => {
  it.each([
    ['integer', v4.integer(), '40', 40],
    ['integer', v4.integer(), 40, 40],
    ['integer', v4.integer(), '4x', ['is invalid']],
    ['integer', v4.integer(), '9223372036854775808000', ['is invalid']],
    ['integer', v4.integer(), 1.5, ['is invalid']],
    ['integer', v4.integer(), undefined, ['is missing']],
    ['number', v4.number(), '12.5', 12.5],
    ['number', v4.number(), '-.5e1', -5],
    ['number', v4.number(), 3, 3],
    ['number', v4.number(), '', ['is invalid']],
    ['number', v4.number(), '0x10', ['is invalid']],
    ['number', v4.number(), '1e999', ['is invalid']],
    ['optional integer', v4.optional(v4.integer()), '', undefined],
    ['boolean', v4.boolean(), 'True', true],
    ['boolean', v4.boolean(), '0', false],
    ['boolean', v4.boolean(), 1, true],
    ['boolean', v4.boolean(), 'maybe', ['is invalid']],
    ['text', v4.text(), 'name', 'name'],
    ['text', v4.text(), 7, '7'],
    ['text', v4.text(), 'a\0b', ['is invalid']],
    ['text', v4.text(), '\ud800', ['is invalid']],
    ['text', v4.text(), ['a'], ['is invalid']],
    ['content', v4.content({ most: 3 }), 'a\0\ud800', 'a\0\ud800'],
    ['content', v4.content({ most: 3 }), 'abcd', ['is invalid']],
    ['one of', v4.oneOf(['asc', 'desc']), 'desc', 'desc'],
    ['one of', v4.oneOf(['asc', 'desc']), 'up', ['does not have a valid value']],
    ['list', v4.list(v4.text()), 'a, b', ['a', 'b']],
    ['list', v4.list(v4.text(), { most: 3 }), 'a,,b', ['a', 'b']],
    ['list', v4.list(v4.integer()), ['1', 2], [1, 2]],
    ['list', v4.list(v4.integer()), [''], []],
    ['list', v4.list(v4.integer()), { 0: '1', 1: '' }, [1]],
    ['list', v4.list(v4.text()), ['', 'a'], ['', 'a']],
    ['id', v4.id(), '12', 12],
    ['id', v4.id(), 'root', ['is invalid']],
    ['id beyond what exists', v4.id(), '99999999999999999999', 0],
  ])('%s: %p', (_, type, value, expected) => {
    expect(read(type, value)).toEqual(expected);
  });

  it.each([
    ['2018-01-15T10:07:21Z', '2018-01-15T10:07:21.000Z'],
    ['2018-01-15T11:07:21+01:00', '2018-01-15T10:07:21.000Z'],
    ['2018-01-15', '2018-01-15T00:00:00.000Z'],
    ['2018-01-15 10:07:21', '2018-01-15T10:07:21.000Z'],
    ['2018-01-15 10:07', '2018-01-15T10:07:00.000Z'],
    ['2018-01-15T11:07:21 01:00', '2018-01-15T10:07:21.000Z'],
    ['2018-01-15 11:07:21.5 0100', '2018-01-15T10:07:21.500Z'],
    ['2018-01-15T11:07 01:00', '2018-01-15T10:07:00.000Z'],
  ])('date and time %s', (value, expected) => {
    expect((read(v4.dateTime(), value) as Date).toISOString()).toBe(expected);
  });

  it.each([
    ...['yesterday', '2018-13-01', '15.01.2018', 12, '2018-02-30', '2018-02-30T10:00:00Z', '2018-04-31 10:00'],
    ...['2018-01-15 01:00 01:00 01:00', '2018-01-15T11:07:21  01:00', '2018-01-15 25:00 01:00'],
    ...['0000-01-01', '2018-01-15T24:30:00Z', '2018-01-15T10:60:00Z'],
  ])('no date and time: %p', (value) => {
    expect(read(v4.dateTime(), value)).toEqual(['is invalid']);
  });

  it.each([
    ['2018-01-15', '2018-01-15'],
    ['2016-02-29', '2016-02-29'],
    ['0001-01-01', '0001-01-01'],
    ['2018-01-15T23:30:00-05:00', '2018-01-15'],
    ['2018-13-01', ['is invalid']],
    ['2018-02-29', ['is invalid']],
    ['2018-01-15T25:00', ['is invalid']],
    ['0000-12-31', ['is invalid']],
    ['tomorrow', ['is invalid']],
    [20180115, ['is invalid']],
    [undefined, ['is missing']],
  ])('day %p', (value, expected) => {
    expect(read(v4.date(), value)).toEqual(expected);
  });

  it('searches for as many words as a statement can hold', () => {
    const words = (count: number) => Array.from({ length: count }, (_, index) => `word${index}`).join(' ');
    expect(read(v4.search(), words(64))).toMatchObject({ patterns: { length: 64 } });
    expect(read(v4.search(), words(65))).toEqual(['is invalid']);
    expect(read(v4.search(), 'same '.repeat(1_000))).toMatchObject({ patterns: ['%same%'] });
  });

  it('looks at no item of a list that is too long', () => {
    for (const items of [Array<string>(4).fill('x'), '1,2,3,4', { 0: '1', 1: '2', 2: '3', 3: '4' }])
      expect(read(v4.list(v4.integer(), { most: 3 }), items)).toEqual(['is invalid']);
    const looked: unknown[] = [];
    const item = v4.text().refine((value) => looked.push(value));
    expect(read(v4.list(item), Array<string>(1_000_000).fill('x'))).toEqual(['is invalid']);
    expect(looked).toEqual([]);
  });

  it('looks at no character of a text that is too long, and at no entry of a hash that is', () => {
    expect(read(v4.text(), 'x'.repeat(2 ** 20))).toHaveLength(2 ** 20);
    expect(read(v4.text(), 'x'.repeat(2 ** 20 + 1))).toEqual(['is invalid']);
    expect(read(v4.text({ most: 3 }), 'xxxx')).toEqual(['is invalid']);
    const hash = (size: number) => Object.fromEntries(Array.from({ length: size }, (_, index) => [`k${index}`, index]));
    expect(read(v4.hash(), hash(10_000))).toMatchObject({ k9999: '9999' });
    expect(read(v4.hash(), hash(10_001))).toEqual(['is invalid']);
  });

  it('never throws, whatever comes', () => {
    const types = [v4.date(), v4.integer(), v4.boolean(), v4.text(), v4.dateTime(), v4.list(v4.text()), v4.id()];
    fc.assert(fc.property(fc.anything(), fc.constantFrom(...types), (value, type) => void read(type, value)));
  });

  it('falls back to the first page of twenty', () => {
    const page = z.object(v4.page);
    expect(page.parse({})).toEqual({ page: 1, per_page: 20 });
    expect(page.parse({ page: '0', per_page: '0' })).toEqual({ page: 1, per_page: 20 });
    expect(page.parse({ page: '3', per_page: '500' })).toEqual({ page: 3, per_page: 100 });
  });
});

describe('projectReference', () => {
  it('takes digits for an id and the rest for a path', () => {
    expect(projectReference('42')).toEqual({ id: 42 });
    expect(projectReference('group/project')).toEqual({ path: 'group/project' });
  });

  it('makes what cannot exist not found', () => {
    expect(projectReference('9'.repeat(30))).toEqual({ path: '' });
    expect(projectReference('0')).toEqual({ path: '' });
    expect(projectReference('a\0b')).toEqual({ path: '' });
  });
});

describe('atLeastOneOf', () => {
  const schema = atLeastOneOf(
    z.object({ name: v4.text().optional(), path: v4.text().optional(), size: v4.integer() }),
    'name',
    'path',
  );

  it('fails beside the other checks, in the order of the declaration', () => {
    const { error } = schema.safeParse({ size: 'x' });
    expect(error?.issues.map(({ message }) => message)).toEqual([
      'name, path are missing, at least one parameter must be provided',
      'is invalid',
    ]);
  });

  it('is content with one', () => {
    expect(schema.safeParse({ path: 'p', size: 1 }).success).toBe(true);
  });
});
