import { closeSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openLog, tailOfLog } from './log-file.mjs';

describe('a log', () => {
  let folder;
  let file;
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'hearth-log-'));
    file = path.join(folder, 'ci.log');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const write = (text) => {
    const log = openLog(file);
    writeSync(log, text);
    closeSync(log);
  };

  it('goes on where it ended', () => {
    write('first\n');
    write('second\n');
    expect(readFileSync(file, 'utf8')).toBe('first\nsecond\n');
  });

  it('is put aside once it is above 10 MB, and one old log is kept', () => {
    writeFileSync(`${file}.1`, 'oldest');
    write('old\n');
    truncateSync(file, 10 * 1024 * 1024 + 1);
    write('new\n');
    expect(readFileSync(file, 'utf8')).toBe('new\n');
    expect(readFileSync(`${file}.1`, 'utf8')).toMatch(/^old\n/);
  });

  it('shows its last lines', () => {
    write(Array.from({ length: 50_000 }, (_, line) => `line ${line}\n`).join(''));
    expect(tailOfLog(file, 2)).toBe('line 49998\nline 49999');
    expect(tailOfLog(path.join(folder, 'absent.log'))).toBe('');
  });
});
