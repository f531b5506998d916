import fc from 'fast-check';
import { PatchParser, type DiffLimits } from './patch-parser.js';

const ID = '1'.repeat(40);
const NONE = '0'.repeat(40);
const NO_LIMITS: DiffLimits = { files: 1000, lines: 50_000, bytes: 1_000_000 };

/** Builds git's output: rows, an empty one, and texts. */
function output(rows: readonly string[], texts: readonly string[]): Buffer {
  return Buffer.from(`${rows.map((row) => `${row}\0`).join('')}\0${texts.join('')}`);
}

const modified = (name: string) => `:100644 100644 ${ID} ${ID} M\0${name}`;
const text = (name: string, lines: number) => `--- a/${name}\n+++ b/${name}\n${'+x\n'.repeat(lines - 2)}`;
const patch = (name: string, lines: number) =>
  `diff --git a/${name} b/${name}\nindex 1..2 100644\n${text(name, lines)}`;

function parse(bytes: Buffer, limits = NO_LIMITS) {
  const parser = new PatchParser(limits);
  parser.push(bytes);
  return parser.end();
}

describe('the output of git diff-tree', () => {
  it('has a row and a text for each file', () => {
    const rows = [
      `:000000 100755 ${'0'.repeat(40)} ${ID} A\0new`,
      `:100644 000000 ${ID} ${'0'.repeat(40)} D\0old`,
      `:100644 100644 ${ID} ${ID} R090\0from\0to\nthere`,
      `:100644 100755 ${ID} ${ID} M\0mode`,
      `:100644 100644 ${ID} ${ID} M\0picture`,
    ];
    const binary = 'Binary files a/picture and b/picture differ\n';
    const texts = [
      patch('new', 4),
      patch('old', 3),
      `diff --git a/from "b/to\\nthere"\nsimilarity index 90%\nrename from from\nrename to "to\\nthere"\n${text('from', 3)}`,
      'diff --git a/mode b/mode\nold mode 100644\nnew mode 100755\n',
      `diff --git a/picture b/picture\nindex 1..2 100644\n${binary}`,
    ];
    const both = { oldMode: '100644', newMode: '100644', renamed: false, blob: ID };
    expect(parse(output(rows, texts))).toEqual({
      files: [
        { ...both, oldPath: 'new', newPath: 'new', oldMode: null, newMode: '100755', patch: text('new', 4) },
        { ...both, oldPath: 'old', newPath: 'old', newMode: null, blob: NONE, patch: text('old', 3) },
        { ...both, oldPath: 'from', newPath: 'to\nthere', renamed: true, patch: text('from', 3) },
        { ...both, oldPath: 'mode', newPath: 'mode', newMode: '100755', patch: '' },
        { ...both, oldPath: 'picture', newPath: 'picture', patch: binary },
      ],
      overflow: false,
    });
  });

  it('has no text of some files, when whitespace is ignored', () => {
    const rows = [modified('a'), modified('b "\t\u00e9'), modified('c')];
    const header = 'diff --git "a/b \\"\\t\\303\\251" "b/b \\"\\t\\303\\251"\nindex 1..2 100644\n';
    const { files } = parse(output(rows, [header + text('b', 3)]));
    expect(files.map(({ patch }) => patch)).toEqual(['', text('b', 3), '']);
  });

  it('shows a file that becomes a symlink as one that goes and one that comes', () => {
    const rows = [`:100644 120000 ${ID} ${ID} T\0link`];
    const { files } = parse(output(rows, [patch('link', 3), patch('link', 4)]));
    expect(files).toEqual([
      {
        oldPath: 'link',
        newPath: 'link',
        oldMode: '100644',
        newMode: null,
        renamed: false,
        blob: NONE,
        patch: text('link', 3),
      },
      {
        oldPath: 'link',
        newPath: 'link',
        oldMode: null,
        newMode: '120000',
        renamed: false,
        blob: ID,
        patch: text('link', 4),
      },
    ]);
  });

  it('takes lines of the content for content, whatever they look like', () => {
    const content = `--- a/x\n+++ b/x\n@@ -1 +1,2 @@\n--- a/x\n+diff --git a/y b/y\n+Binary files a and b differ\n\\ No newline at end of file\n`;
    const { files } = parse(output([modified('x')], [`diff --git a/x b/x\nindex 1..2 100644\n${content}`]));
    expect(files).toMatchObject([{ patch: content }]);
  });

  it('is the same in pieces', () => {
    const rows = ['a', 'b', 'c'].map(modified);
    const whole = output(rows, [patch('a', 5), patch('b', 3), patch('c', 9)]);
    fc.assert(
      fc.property(fc.array(fc.nat(whole.length)), (cuts) => {
        const parser = new PatchParser(NO_LIMITS);
        const places = [0, ...cuts.sort((a, b) => a - b), whole.length];
        places.slice(1).forEach((end, index) => parser.push(whole.subarray(places[index], end)));
        expect(parser.end()).toEqual(parse(whole));
      }),
    );
  });
});

describe('beyond the limits', () => {
  const names = ['a', 'b', 'c'];
  const whole = output(
    names.map(modified),
    names.map((name) => patch(name, 10)),
  );
  const patches = (limits: Partial<DiffLimits>) => {
    const { files, overflow } = parse(whole, { ...NO_LIMITS, ...limits });
    expect(files.map(({ newPath }) => newPath)).toEqual(names);
    return { texts: files.map((file) => file.patch !== ''), overflow };
  };

  it.each([
    ['all fit', { lines: 30, files: 3 }, [true, true, true], false],
    ['too many lines', { lines: 29 }, [true, true, false], true],
    ['too many lines in the first file', { lines: 9 }, [false, false, false], true],
    ['too many files', { files: 2 }, [true, true, false], true],
    ['too many bytes', { bytes: 100 }, [true, true, false], true],
  ])('%s', (_, limits, texts, overflow) => {
    expect(patches(limits)).toEqual({ texts, overflow });
  });

  it('wants no more output', () => {
    const parser = new PatchParser({ ...NO_LIMITS, bytes: 100 });
    expect(parser.push(output([modified('a')], ['diff --git a/a b/a\n--- a/a\n']))).toBe(true);
    expect(parser.push(Buffer.alloc(101, '+'))).toBe(false);
    expect(parser.end()).toMatchObject({ files: [{ newPath: 'a', patch: '' }], overflow: true });
  });
});
