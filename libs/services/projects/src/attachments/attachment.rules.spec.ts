import { altOf, attachmentName } from './attachment.rules.js';

describe('the name of an attachment', () => {
  it.each([
    ['dk.png', 'dk.png'],
    ['Übersicht 1 (neu).pdf', 'Übersicht_1__neu_.pdf'],
    ['a](javascript:x).txt', 'a__javascript_x_.txt'],
    ['..', '_'],
    ['.env', '_env'],
    ['', 'file'],
    ['a/b', 'a_b'],
    [`${'x'.repeat(300)}.tar`, `${'x'.repeat(96)}.tar`],
    [`a.${'x'.repeat(300)}`, `a.${'x'.repeat(98)}`],
  ])('of %p is %p', (given, expected) => {
    expect(attachmentName(given)).toBe(expected);
  });

  it('has its ending in the alternative text only of files that are no pictures', () => {
    expect([altOf('dk.png'), altOf('dk.svg'), altOf('notes.txt')]).toEqual(['dk', 'dk.svg', 'notes.txt']);
  });
});
