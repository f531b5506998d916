import { runPython } from '../system/python.js';

const LIMIT_MS = 600_000;

/** Runs the tests of `python/` in one process, since each start of pytest costs as much as the tests of a file. Its output names those that failed. */
it('python-gitlab, unmodified, does all that its tests ask for', async () => {
  const flags = ['-p', 'no:cacheprovider', '--tb=short', '--color=no', '-q'];
  // Plugins of other packages, as of schemathesis, take longer to load than everything else.
  const env = { PYTEST_DISABLE_PLUGIN_AUTOLOAD: '1' };
  const { code, output } = await runPython(['-m', 'pytest', ...flags], { limitMs: LIMIT_MS, env });
  if (code !== 0) throw new Error(`pytest ended with ${code ?? 'its time'}:\n${output}`);
  expect(output).toMatch(/^\d{2,} passed/m);
});
