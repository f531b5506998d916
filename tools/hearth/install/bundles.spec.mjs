import assert from 'node:assert';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { withPlace } from './bundles.mjs';

describe('a module in a bundle', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'hearth-bundle-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('finds the files beside its own', async () => {
    const code = `export const url = new URL('./template.eta', import.meta.url).href, folder = import.meta.dirname;`;
    const file = path.join(folder, 'bundle.mjs');
    writeFileSync(file, withPlace(code, '../libs/a b/dist/module.js'));

    const { url, folder: found } = await import(pathToFileURL(file).href);

    assert.equal(url, pathToFileURL(path.join(folder, '../libs/a b/dist/template.eta')).href);
    assert.equal(path.normalize(found), path.join(folder, '../libs/a b/dist'));
  });

  it('starts the bundles of threads', () => {
    const code = `const program = new URL('./some-thread.js', import.meta.url);`;
    assert.equal(
      withPlace(code, '../libs/a/dist/module.js'),
      `const program = new URL('./threads/some-thread.js', import.meta.url);`,
    );
  });

  it('is refused if it asks for what would name the bundle', () => {
    assert.throws(() => withPlace('import.meta.filename', '../libs/a/dist/module.js'), /a\/dist\/module.js/);
  });
});
