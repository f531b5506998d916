import { positionAt, startsBefore } from './line.rules.js';
import { linesOf } from '@hearth/repository-contracts';

const FILE = {
  ...{ oldPath: 'old', newPath: 'a', oldMode: '100644', newMode: '100644', renamed: true },
  patch: '@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n@@ -10 +10,2 @@\n ten\n+eleven\n',
};
const VERSION = {
  ...{ id: 1, mergeRequestId: 1, baseSha: 'b', startSha: 's', headSha: 'h', state: 'collected' as const },
  ...{ filesCount: 1, createdAt: new Date(0) },
};
const NEW = { oldLine: null, newLine: 2 };

it('finds the position of a line by its place', () => {
  const place = { baseSha: 'b', startSha: 's', headSha: 'h', oldPath: 'old', newPath: 'a', lineRange: null };
  expect(positionAt(VERSION, FILE, '3_2', undefined)).toEqual({ ...place, ...NEW });
  expect(positionAt(VERSION, FILE, '2_2', undefined)).toEqual({ ...place, oldLine: 2, newLine: null });
  expect(positionAt(VERSION, FILE, '9_9', undefined)).toBeUndefined();
  expect(positionAt({ ...VERSION, baseSha: null }, FILE, '3_2', undefined)).toBeUndefined();
});

it('takes a range within one hunk, with line codes', () => {
  const id = '86f7e437faa5a7fce15d1ddcb9eaeaea377667b8';
  expect(positionAt(VERSION, FILE, '3_2', '1_1')?.lineRange).toEqual({
    start: { lineCode: `${id}_1_1`, type: null, oldLine: 1, newLine: 1 },
    end: { lineCode: `${id}_3_2`, type: 'new', ...NEW },
  });
  expect(positionAt(VERSION, FILE, '11_11', '3_3')).toBeUndefined();
  expect(startsBefore([...linesOf(FILE.patch)], '11_11').map(({ text }) => text)).toEqual(['ten']);
});
