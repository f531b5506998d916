import type { ObjectId } from '../refs/object-id.js';
import { GrepOutput, type GrepMatch } from './grep-output.js';

const COMMIT = 'c'.repeat(40) as ObjectId;

function parse(text: string, chunkBytes: number): GrepMatch[] {
  const matches: GrepMatch[] = [];
  const output = new GrepOutput(COMMIT, (match) => matches.push(match));
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += chunkBytes) output.push(bytes.subarray(at, at + chunkBytes));
  output.end();
  return matches;
}

const record = (path: string, number: number, line: string) => `${COMMIT}:${path}\0${number}\0${line}\n`;

describe('the output of git grep', () => {
  const text = [
    record('a\nb:c.md', 3, '--'),
    record('a\nb:c.md', 4, 'ä needle'),
    '--\n',
    record('a\nb:c.md', 9, ''),
    '--\n',
    record('-b', 10, 'next'),
  ].join('');

  it.each([1, 2, 7, 10_000])('is parsed in chunks of %i bytes', (chunkBytes) => {
    expect(parse(text, chunkBytes)).toEqual([
      { path: 'a\nb:c.md', startLine: 3, text: '--\nä needle\n' },
      { path: 'a\nb:c.md', startLine: 9, text: '\n' },
      { path: '-b', startLine: 10, text: 'next\n' },
    ]);
  });

  it('is kept in part where lines or matches are long', () => {
    const lines = Array.from({ length: 100 }, (_, index) => record('a', index + 1, 'x'.repeat(5_000))).join('');
    const [match, ...others] = parse(lines, 1_000);
    expect(others).toEqual([]);
    expect(match!.text).toHaveLength(16 * 1024);
    expect(match!.text.indexOf('\n')).toBe(4_096);
  });
});
