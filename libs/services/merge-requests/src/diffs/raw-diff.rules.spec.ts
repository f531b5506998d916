import type { FileDiff } from '@hearth/repository-contracts';
import { rawDiff } from './raw-diff.rules.js';

const FILE: FileDiff = {
  ...{ oldPath: 'a', newPath: 'a', oldMode: '100644', newMode: '100644', renamed: false },
  patch: '--- a/a\n+++ b/a\n@@ -1 +1 @@\n-1\n+2\n',
};
const raw = (change: Partial<FileDiff>) =>
  rawDiff([{ ...FILE, patch: '', ...change }])
    .split('\n')
    .slice(0, -1);

describe('rawDiff', () => {
  it('has the files one after the other', () => {
    expect(rawDiff([FILE, FILE])).toBe(`diff --git a/a b/a\n${FILE.patch}`.repeat(2));
    expect(rawDiff([])).toBe('');
  });

  it.each<[Partial<FileDiff>, string[]]>([
    [{ oldMode: null }, ['diff --git a/a b/a', 'new file mode 100644']],
    [{ newMode: null }, ['diff --git a/a b/a', 'deleted file mode 100644']],
    [{ newMode: '100755' }, ['diff --git a/a b/a', 'old mode 100644', 'new mode 100755']],
    [{ newPath: 'b', renamed: true }, ['diff --git a/a b/b', 'rename from a', 'rename to b']],
    [{ oldPath: 'x"\n\u0001', newPath: 'ä' }, ['diff --git "a/x\\"\\n\\001" b/ä']],
  ])('has the headers of git: %#', (change, lines) => {
    expect(raw(change)).toEqual(lines);
  });
});
