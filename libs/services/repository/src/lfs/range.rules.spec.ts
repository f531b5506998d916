import { rangeOf } from './range.rules.js';

describe('the range of a download', () => {
  it.each([
    ['bytes=0-4', { start: 0, end: 5 }],
    ['bytes=4-', { start: 4, end: 10 }],
    ['bytes=-3', { start: 7, end: 10 }],
    ['bytes=-30', { start: 0, end: 10 }],
    ['bytes=9-99', { start: 9, end: 10 }],
    [undefined, null],
    ['bytes=-', null],
    ['bytes=5-4', null],
    ['bytes=0-1,3-4', null],
    ['lines=0-1', null],
    ['bytes=10-', undefined],
    ['bytes=-0', undefined],
  ])('%s', (header, expected) => {
    expect(rangeOf(header, 10)).toEqual(expected);
  });
});
