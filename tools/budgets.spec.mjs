import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { overBudget, printable } from './budgets.mjs';

describe('budgets', () => {
  let root;

  beforeEach(() => {
    root = mkdtempSync(path.join(os.tmpdir(), 'hearth-budgets-'));
  });

  afterEach(() => {
    rmSync(root, { recursive: true, force: true });
  });

  function write(file, text) {
    const at = path.join(root, file);
    mkdirSync(path.dirname(at), { recursive: true });
    writeFileSync(at, text);
  }

  const found = () => printable(overBudget(root));
  const lines = (count) => 'export {};\n'.repeat(count);
  /** Enough short files that one long one is no long tail. */
  const fillWithShortFiles = (count) => {
    for (let i = 0; i < count; i++) write(`libs/platform/data/src/part-${i % 8}/short-${i}.ts`, lines(1));
  };

  it('finds nothing in what keeps them', () => {
    write('libs/contracts/src/index.ts', lines(300));
    write('tools/budgets.mjs', lines(10));
    expect(found()).toEqual([]);
  });

  it('finds a file of more than 400 lines, a spec too, but not one that is generated', () => {
    fillWithShortFiles(80);
    write('libs/contracts/src/exact.ts', lines(400));
    write('apps/ci/src/long.ts', lines(401));
    write('libs/contracts/src/routes.generated.ts', lines(4000));
    write('libs/contracts/dist/built.js', lines(4000));
    expect(found()).toEqual(['apps/ci/src/long.ts:1  401 lines in a file (at most 400)']);
    write('apps/ci/src/long.spec.ts', lines(401));
    expect(found()).toHaveLength(2);
  });

  it('finds the files above 300 lines once more than one in twenty is', () => {
    fillWithShortFiles(40);
    write('bench/src/a.ts', lines(301));
    write('bench/src/b.ts', lines(301));
    expect(found()).toEqual([]);
    write('bench/src/c.ts', lines(301));
    expect(found()).toEqual(
      ['a', 'b', 'c'].map(
        (name) => `bench/src/${name}.ts:1  301 lines, and 3 of 43 files have more than 300 (at most 5 %)`,
      ),
    );
  });

  it('finds a function of more than 60 lines and counts from below its decorators', () => {
    const body = (count) => '  step();\n'.repeat(count);
    write('tools/exact.mjs', `export function exact() {\n${body(58)}}\n`);
    write('tools/long.mjs', `\nexport const long = () => {\n${body(59)}};\n`);
    write('libs/edge/src/a.ts', `class A {\n  @Log({\n${'// x\n'.repeat(9)}})\n  work() {\n${body(59)}}\n}\n`);
    expect(found()).toEqual([
      'libs/edge/src/a.ts:13  work: 61 lines in a function (at most 60)',
      'tools/long.mjs:2  long: 61 lines in a function (at most 60)',
    ]);
  });

  it('does not count the classes that a function makes, but their methods', () => {
    const steps = '    step();\n'.repeat(40);
    const methods = (count) => `    a() {\n${steps}    }\n    b() {\n${steps.repeat(count)}    }\n`;
    const factory = (count) =>
      `function factory() {\n  @Controller()\n  class A {\n${methods(count)}  }\n  return A;\n}\n`;
    write('libs/edge/src/a.ts', factory(1));
    expect(found()).toEqual([]);
    write('libs/edge/src/a.ts', factory(2));
    expect(found()).toEqual(['libs/edge/src/a.ts:46  b: 82 lines in a function (at most 60)']);
  });

  it('lets a function of specs be long that holds specs, not the specs in it', () => {
    const steps = '  step();\n'.repeat(59);
    write('tools/a.spec.mjs', `describe('a', () => {\n  it('b', () => {\n${steps}  });\n});\n`);
    write('libs/edge/src/testing/behave.ts', `export function behave() {\n${steps}  it('a', () => run());\n}\n`);
    write('libs/edge/src/proxy.ts', `export function proxy() {\n${steps}  it('a', () => run());\n}\n`);
    expect(found()).toEqual([
      'libs/edge/src/proxy.ts:1  proxy: 62 lines in a function (at most 60)',
      'tools/a.spec.mjs:2  function: 61 lines in a function (at most 60)',
    ]);
  });

  it('finds a folder of more than 20 files, not counting specs', () => {
    for (let i = 0; i < 20; i++) write(`libs/edge/src/proxy/file-${i}.ts`, lines(1));
    for (let i = 0; i < 20; i++) write(`libs/edge/src/proxy/file-${i}.spec.ts`, lines(1));
    expect(found()).toEqual([]);
    write('libs/edge/src/proxy/one-more.ts', lines(1));
    expect(found()).toEqual([
      'libs/edge/src/proxy:1  21 files in a folder (at most 20, specs, modules and migrations not counted)',
    ]);
  });

  it('finds a constructor with more than 8 parameters, except in controllers', () => {
    const parameters = (count) => Array.from({ length: count }, (_, i) => `readonly p${i}: string`).join(', ');
    const classOf = (count) => `export class A {\n  constructor(${parameters(count)}) {}\n}\n`;
    write('libs/edge/src/eight.ts', classOf(8));
    write('libs/edge/src/nine.ts', classOf(9));
    write('libs/services/ci/src/jobs/jobs.controller.ts', classOf(10));
    expect(found()).toEqual(['libs/edge/src/nine.ts:2  9 constructor parameters (at most 8)']);
  });

  describe('of the way from a controller to a store', () => {
    const SOURCE = 'libs/services/ci/src/jobs';
    /** A file whose class takes the classes of others. */
    const made = (name, ...others) =>
      write(
        `${SOURCE}/${name}.ts`,
        [
          `import { Database } from '@hearth/data';`,
          ...others.map((other, i) => `import { Part${i} } from './${other}.js';`),
          `export class A {`,
          `  constructor(readonly db: Database, ${others.map((_, i) => `readonly p${i}: Part${i}`).join(', ')}) {}`,
          `}`,
          `export class Part0 extends A {}`,
          `export class Part1 extends A {}`,
          '',
        ].join('\n'),
      );

    beforeEach(() => {
      made('jobs.store');
      made('queue.store', 'jobs.store');
      made('retry', 'queue.store');
      made('finish', 'retry');
    });

    it('finds one that passes more than 5 files, and says which', () => {
      made('cancel', 'finish', 'jobs.store');
      made('jobs.controller', 'cancel');
      expect(found()).toEqual([]);
      made('cancel-all', 'cancel', 'retry');
      made('jobs.controller', 'cancel-all', 'finish');
      expect(found()).toEqual([
        `${SOURCE}/jobs.controller.ts:1  6 files from controller to store (at most 5): jobs.controller → cancel-all → cancel → finish → retry → queue.store`,
      ]);
    });

    it('does not count data that a constructor takes', () => {
      made('cancel', 'finish');
      made('cancel-all', 'cancel');
      made('jobs.controller', 'cancel-all');
      expect(found()).toHaveLength(1);
      write(`${SOURCE}/finish.ts`, 'export interface Part0 {}\n');
      expect(found()).toEqual([]);
    });

    it('does not count what is only imported, nor goes round in circles', () => {
      made('cancel', 'jobs.controller', 'finish');
      made('jobs.controller', 'cancel');
      write(`${SOURCE}/retry.ts`, `import { A } from './queue.store.js';\nexport const all = [A];\n`);
      expect(found()).toEqual([]);
    });
  });

  it('finds a controller with more than 12 endpoints', () => {
    const endpoints = (count) =>
      Array.from({ length: count }, (_, i) => `  @Endpoint.get('/jobs/${i}', {})\n  job${i}() {}\n`).join('');
    const file = 'libs/services/ci/src/jobs/jobs.controller.ts';
    write(file, `export class JobsController {\n${endpoints(12)}  private other() {}\n}\n`);
    expect(found()).toEqual([]);
    write(file, `export class JobsController {\n${endpoints(13)}}\n`);
    expect(found()).toEqual([`${file}:1  13 endpoints in a controller (at most 12)`]);
  });
});
