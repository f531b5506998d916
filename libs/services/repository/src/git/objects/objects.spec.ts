import type { ObjectId } from '../refs/object-id.js';
import { parseCommit } from './commit-object.js';
import { parseSignature } from './signature.js';
import { parseTag } from './tag-object.js';
import { findEntry, treeEntries, typeOfMode } from './tree-object.js';

const id = (digit: string): ObjectId => digit.repeat(40) as ObjectId;
const ada = { name: 'Ada', email: 'ada@example.com', seconds: 1_500_000_000, offsetMinutes: 120 };
const ADA = 'Ada <ada@example.com> 1500000000 +0200';

function commit(lines: readonly string[], encoding: BufferEncoding = 'utf8'): ReturnType<typeof parseCommit> {
  return parseCommit(id('1'), Buffer.from(lines.join('\n'), encoding));
}

describe('a commit object', () => {
  it('has parents, people and a message', () => {
    const parsed = commit([
      `tree ${id('2')}`,
      `parent ${id('3')}`,
      `parent ${id('4')}`,
      `author ${ADA}`,
      'committer Bo Ö <bo@example.com> 1500000001 -0330',
      '',
      'Title\n\nparent of nothing\n',
    ]);
    expect(parsed).toEqual({
      id: id('1'),
      tree: id('2'),
      parents: [id('3'), id('4')],
      author: ada,
      committer: { name: 'Bo Ö', email: 'bo@example.com', seconds: 1_500_000_001, offsetMinutes: -210 },
      message: 'Title\n\nparent of nothing\n',
      encoding: null,
      signature: null,
    });
  });

  it('may be signed and hold merged tags', () => {
    const parsed = commit([
      `tree ${id('2')}`,
      `author ${ADA}`,
      `committer ${ADA}`,
      `mergetag object ${id('5')}`,
      ' type commit',
      ' ',
      ' tree of a tag',
      'gpgsig -----BEGIN PGP SIGNATURE-----',
      ' ',
      ' abc',
      ' -----END PGP SIGNATURE-----',
      '',
      'Signed\n',
    ]);
    expect(parsed.signature).toBe('-----BEGIN PGP SIGNATURE-----\n\nabc\n-----END PGP SIGNATURE-----');
    expect(parsed.tree).toBe(id('2'));
    expect(parsed.message).toBe('Signed\n');
  });

  it('is read in the encoding that it names', () => {
    const lines = [`tree ${id('2')}`, 'author J\xfcrgen <j@x> 1 +0000', `committer ${ADA}`];
    const named = commit([...lines, 'encoding ISO-8859-1', '', 'Gr\xfc\xdfe'], 'latin1');
    expect([named.author.name, named.message, named.encoding]).toEqual(['Jürgen', 'Grüße', 'ISO-8859-1']);
    const invalid = commit([...lines, '', 'Gr\xfc\xdfe'], 'latin1');
    expect([invalid.author.name, invalid.message]).toEqual(['J\ufffdrgen', 'Gr\ufffd\ufffde']);
    expect(commit([...lines, 'encoding klingon', '', 'Grüße']).message).toBe('Grüße');
  });

  it('may have no message, no parents and people without names', () => {
    const parsed = commit([`tree ${id('2')}`, 'author  <> 0 +0000', 'committer <x> garbage', '']);
    expect(parsed.message).toBe('');
    expect(parsed.author).toEqual({ name: '', email: '', seconds: 0, offsetMinutes: 0 });
    expect(parsed.committer).toEqual({ name: '', email: 'x', seconds: 0, offsetMinutes: 0 });
  });

  it('without a tree is no commit', () => {
    expect(() => commit([`author ${ADA}`, '', 'x'])).toThrow(TypeError);
  });
});

describe('a signature', () => {
  it.each([
    ['A <a> b <c> 5 +0100', { name: 'A', email: 'a', seconds: 5, offsetMinutes: 60 }],
    ['No Mail', { name: 'No Mail', email: '', seconds: 0, offsetMinutes: 0 }],
    ['A <a> 99999999999999999 +0000', { name: 'A', email: 'a', seconds: 0, offsetMinutes: 0 }],
    ['A <a> 7', { name: 'A', email: 'a', seconds: 7, offsetMinutes: 0 }],
    ['A <a> 7 +9900', { name: 'A', email: 'a', seconds: 7, offsetMinutes: 0 }],
    ['A <a> 7 -0000', { name: 'A', email: 'a', seconds: 7, offsetMinutes: 0 }],
  ])('%s', (text, expected) => {
    expect(parseSignature(text)).toEqual(expected);
  });
});

describe('a tag object', () => {
  it('has a target and a tagger', () => {
    const text = `object ${id('2')}\ntype commit\ntag v1\ntagger ${ADA}\n\nVersion 1\n`;
    expect(parseTag(id('1'), Buffer.from(text))).toEqual({
      id: id('1'),
      target: id('2'),
      targetType: 'commit',
      name: 'v1',
      tagger: ada,
      message: 'Version 1\n',
    });
  });

  it('may have no tagger', () => {
    expect(parseTag(id('1'), Buffer.from(`object ${id('2')}\ntype tree\ntag v1\n\nx`)).tagger).toBeNull();
  });
});

describe('a tree object', () => {
  const row = (mode: string, name: Buffer | string, digit: string): Buffer =>
    Buffer.concat([Buffer.from(`${mode} `), Buffer.from(name as string), Buffer.of(0), Buffer.from(id(digit), 'hex')]);
  const odd = Buffer.from('latin1-\xe9 \n', 'latin1');
  const content = Buffer.concat([row('100644', odd, 'a'), row('40000', 'dir', '2'), row('160000', 'sub', '3')]);

  it('has rows with names in bytes', () => {
    expect([...treeEntries(content)]).toEqual([
      { mode: '100644', name: odd, id: id('a') },
      { mode: '040000', name: Buffer.from('dir'), id: id('2') },
      { mode: '160000', name: Buffer.from('sub'), id: id('3') },
    ]);
    expect(findEntry(content, odd)?.id).toBe(id('a'));
    expect(findEntry(content, Buffer.from('di'))).toBeNull();
    expect(['040000', '100755', '120000', '160000'].map(typeOfMode)).toEqual(['tree', 'blob', 'blob', 'commit']);
  });

  it('that is cut short is an error', () => {
    expect(() => [...treeEntries(content.subarray(0, -1))]).toThrow(TypeError);
    expect([...treeEntries(Buffer.alloc(0))]).toEqual([]);
  });
});
