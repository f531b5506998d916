import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { importCircles } from './import-circles.mjs';

describe('import circles', () => {
  let root;

  beforeEach(() => {
    root = mkdtempSync(path.join(os.tmpdir(), 'hearth-circles-'));
  });

  afterEach(() => {
    rmSync(root, { recursive: true, force: true });
  });

  function write(file, ...imported) {
    const at = path.join(root, file);
    mkdirSync(path.dirname(at), { recursive: true });
    writeFileSync(at, imported.map((each) => `import { a } from '${each}';\n`).join(''));
  }

  it('are none where files only share what they import', () => {
    write('libs/services/ci/src/a.ts', './b.js', './c/d.js');
    write('libs/services/ci/src/b.ts', './c/d.js', '@hearth/data');
    write('libs/services/ci/src/c/d.ts');
    expect(importCircles(root)).toEqual([]);
  });

  it('are found in libs and apps, of a file with itself, through folders, and of types', () => {
    write('apps/ci/src/main.ts', './main.js');
    write('libs/services/ci/src/a.ts', './c/b.js');
    write('libs/services/ci/src/c/b.ts', './d.js');
    write('libs/services/ci/dist/a.ts', './a.js');
    writeFileSync(path.join(root, 'libs/services/ci/src/c/d.ts'), `export type { A } from '../a.js';\n`);
    const folder = 'libs/services/ci/src';
    expect(importCircles(root)).toEqual([
      ['apps/ci/src/main.ts', 'apps/ci/src/main.ts'],
      [`${folder}/a.ts`, `${folder}/c/b.ts`, `${folder}/c/d.ts`, `${folder}/a.ts`],
    ]);
  });
});
