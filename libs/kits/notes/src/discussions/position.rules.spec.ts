import { positionOn } from './position.rules.js';

const FILE = {
  ...{ oldPath: 'old', newPath: 'new', oldMode: '100644', newMode: '100644', renamed: true },
  patch:
    '--- a/old\n+++ b/new\n@@ -1,3 +1,3 @@ begin\n one\n-two\n+2\n three\n@@ -10 +10,2 @@\n ten\n+eleven\n\\ No newline\n',
};
const NOWHERE = { oldPath: undefined, newPath: 'new', oldLine: null, newLine: null };
const COMMITS = { baseSha: 'b', startSha: 's', headSha: 'h', lineRange: null };
const place = (fields: object) => positionOn([FILE], { ...COMMITS, ...NOWHERE, ...fields });

describe('positionOn', () => {
  it.each([
    ['an added line', { newLine: 2 }],
    ['a removed line', { oldLine: 2 }],
    ['an unchanged line', { oldLine: 3, newLine: 3 }],
    ['a line of a later hunk', { newLine: 11 }],
    ['the old path', { oldPath: 'old', newPath: undefined, newLine: 2 }],
  ])('finds %s', (_, fields) => {
    const found = { ...COMMITS, ...NOWHERE, ...fields, oldPath: 'old', newPath: 'new' };
    expect(place(fields)).toEqual(found);
  });

  it.each([
    ['no line', {}],
    ['an unchanged line by one number', { newLine: 3 }],
    ['a line between the hunks', { oldLine: 5, newLine: 5 }],
    ['a line after the last', { newLine: 12 }],
    ['another file', { newPath: 'other', newLine: 2 }],
    ['paths of two files', { oldPath: 'new', newLine: 2 }],
    ['no path', { newPath: undefined, newLine: 2 }],
  ])('does not find %s', (_, fields) => {
    expect(place(fields)).toBeUndefined();
  });
});
