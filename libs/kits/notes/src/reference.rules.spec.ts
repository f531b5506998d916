import { closingReferencesIn, referencesIn, withFullReferences } from './reference.rules.js';

const written = (references: ReturnType<typeof closingReferencesIn>) =>
  references.map(({ path, iid }) => `${path ?? ''}#${iid}`);

describe('referencesIn', () => {
  it.each([
    ['see #1, #2 and (#3)', ['#1', '#2', '#3']],
    ['#1 #1 a/b#1 A/B#1', ['#1', 'A/B#1']],
    ['group/sub.group/my-project#12.', ['group/sub.group/my-project#12']],
    ['&#123; x#1 #1a #0 ##1 #one /a#1 http://host/a/b#1', []],
    ['project#1', []],
    ['```\n#1\n```\n#2', ['#2']],
    ['', []],
    ['!4 a/b!5', []],
    [`#${'9'.repeat(16)}`, []],
  ])('of issues in %j', (text, expected) => {
    expect(written(referencesIn(text, 'issue'))).toEqual(expected);
  });

  it('of merge requests', () => {
    expect(written(referencesIn('!4, a/b!5 #6 wow!7', 'mergeRequest'))).toEqual(['#4', 'a/b#5']);
  });

  it('stops after a hundred', () => {
    const text = Array.from({ length: 200 }, (_, index) => `#${index + 1}`).join(' ');
    expect(referencesIn(text, 'issue')).toHaveLength(100);
    expect(closingReferencesIn(`Closes ${text.replaceAll(' ', ', ')}`)).toHaveLength(100);
  });
});

describe('withFullReferences', () => {
  it.each([
    ['As #1, !2 and a/b#3, not &#35; or /a#4', 'As x/y#1, x/y!2 and a/b#3, not &#35; or /a#4'],
    ['#1\r\n```css\r\ncolor: #123456\r\n```\r\n#2', 'x/y#1\r\n```css\r\ncolor: #123456\r\n```\r\nx/y#2'],
    ['`#1` #2 ``a ` #3`` #4 ` #5', '`#1` x/y#2 ``a ` #3`` x/y#4 ` x/y#5'],
    ['~~~\n#1', '~~~\n#1'],
    ['', ''],
  ])('of %j', (text, full) => {
    expect(withFullReferences(text, 'x/y')).toBe(full);
  });

  it.each(['` `` '.repeat(200_000), Array.from({ length: 1_300 }, (_, index) => '`'.repeat(index)).join(' ')])(
    'takes linear time (%#)',
    (text) => {
      expect(withFullReferences(text, 'x/y')).toBe(text);
    },
  );
});

describe('closingReferencesIn', () => {
  const VERBS = ['close', 'closes', 'closed', 'closing', 'fix', 'fixes', 'fixed', 'fixing', 'resolve', 'resolves'];
  const MORE = ['resolved', 'resolving', 'implement', 'implements', 'implemented', 'implementing'];

  it.each([...VERBS, ...MORE])('knows %s', (verb) => {
    const capital = `${verb[0]!.toUpperCase()}${verb.slice(1)}`;
    for (const text of [`${verb} #1`, `${capital} #1`, `${capital}: #1`, `text\n\n${verb}  issues #1`])
      expect(written(closingReferencesIn(text))).toEqual(['#1']);
    expect(closingReferencesIn(`${verb.toUpperCase()} #1`)).toEqual([]);
  });

  it.each([
    ['Closes #1, #2 and #3. See #4', ['#1', '#2', '#3']],
    ['Fixes issue #1 and a/b#2,c/d/e#3', ['#1', 'a/b#2', 'c/d/e#3']],
    ['Fixes #1 and resolves #2', ['#1', '#2']],
    ['Fixes #1 #2', ['#1']],
    ['encloses #1', []],
    ['closes#1 closes - #1 closer #1', []],
    ['Closes #1x', []],
    ['fixes !1', []],
  ])('of %j', (text, expected) => {
    expect(written(closingReferencesIn(text))).toEqual(expected);
  });

  const BASE = 'http://127.0.0.1:8080';

  it.each([
    [`Closes ${BASE}/a/b/issues/1, #2 and ${BASE}/c/d/e/issues/3.`, ['a/b#1', '#2', 'c/d/e#3']],
    [`Fixes ${BASE}/a/b/-/issues/1#note_7`, ['a/b#1']],
    [`Fixes a/b#1 and ${BASE}/a/b/issues/1`, ['a/b#1']],
    [`Fixes ${BASE}/a/b/issues/1x and closes ${BASE}/a/b/merge_requests/1, see ${BASE}/a/b/issues/1`, []],
    [`Fixes ${BASE}/issues/1 and closes ${BASE}/a/issues/1`, []],
    ['Fixes http://127.0.0.1x8080/a/b/issues/1 and closes https://127.0.0.1:8080/a/b/issues/1', []],
  ])('reads URLs below an address: %j', (text, expected) => {
    expect(written(closingReferencesIn(text, BASE))).toEqual(expected);
  });

  it('reads no URLs without an address', () => {
    expect(closingReferencesIn(`Closes ${BASE}/a/b/issues/1`)).toEqual([]);
  });

  it.each([
    `closes ${BASE}/${'a/'.repeat(400_000)}`,
    `${BASE}/a`.repeat(50_000),
    'closes '.repeat(150_000),
    `closes ${'a/'.repeat(400_000)}`,
    `closes${' '.repeat(900_000)}`,
    'a/b#1'.repeat(200_000),
  ])('takes linear time (%#)', (text) => {
    expect(closingReferencesIn(text, BASE)).toEqual([]);
    expect(referencesIn(text, 'issue').length).toBeLessThan(2);
  });
});
