import { readdirSync } from 'node:fs';
import { PYTHON_FOLDER, runPython } from '../system/python.js';

const FILES = readdirSync(PYTHON_FOLDER).filter((file) => /^test_\w+\.py$/.test(file));
const LIMIT_MS = 180_000;

/** Runs each file by pytest in one process; tests and failures are read from its output. */
describe('python-gitlab, unmodified', () => {
  it.each(FILES)('does all of %s', async (file) => {
    const flags = ['-p', 'no:cacheprovider', '-p', 'no:schemathesis', '--tb=short', '--color=no', '-q'];
    const { code, output } = await runPython(['-m', 'pytest', ...flags, file], { limitMs: LIMIT_MS });
    if (code !== 0) throw new Error(`pytest ended with ${code ?? 'its time'}:\n${output}`);
    expect(output).toMatch(/^\d+ passed/m);
  });

  it('has something to do', () => {
    expect(FILES.length).toBeGreaterThan(3);
  });
});
