import { hasChangedLine } from './placement.rules.js';

const PATCH = [
  '--- a/file',
  '+++ b/file',
  '@@ -1,4 +1,5 @@ heading',
  ' one',
  '-two',
  '-three',
  '+zwei',
  '+drei',
  '+dreieinhalb',
  ' four',
  '@@ -20 +21,2 @@',
  '--- a rule of dashes',
  '+++ and of plusses',
  '+last',
  '\\ No newline at end of file',
].join('\n');

describe('hasChangedLine', () => {
  it('finds added lines by their number after the commit', () => {
    const lines = Array.from({ length: 30 }, (_, line) => line);
    expect(lines.filter((line) => hasChangedLine(PATCH, { line, lineType: 'new' }))).toEqual([2, 3, 4, 21, 22]);
  });

  it('finds removed lines by where they were removed', () => {
    const lines = Array.from({ length: 30 }, (_, line) => line);
    expect(lines.filter((line) => hasChangedLine(PATCH, { line, lineType: 'old' }))).toEqual([2, 21]);
  });

  it.each(['', '--- a/x\n+++ b/x', 'Binary files a/x and b/x differ\n'])('finds none in %j', (patch) => {
    expect(hasChangedLine(patch, { line: 1, lineType: 'new' })).toBe(false);
    expect(hasChangedLine(patch, { line: 1, lineType: 'old' })).toBe(false);
  });
});
