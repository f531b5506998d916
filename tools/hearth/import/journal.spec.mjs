import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { RequestRefused } from './client.mjs';
import { Journal } from './journal.mjs';
import { Moving } from './moving.mjs';
import { Report } from './report.mjs';

let folder;
let file;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'hearth-import-'));
  file = path.join(folder, 'journal.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const refusal = () =>
  new RequestRefused({ status: 400, description: 'title is too long', method: 'POST', endpoint: 'x' });

/** A run with the journal of the file, as a process that starts has it. */
function run({ dryRun = false } = {}) {
  return new Moving({ journal: new Journal(file), report: new Report(), dryRun });
}

it('knows in the next run what was made, begun and ended', () => {
  const journal = new Journal(file);
  journal.begin('issues', 1);
  journal.made('issues', 1, 11);
  journal.begin('issues', 2);
  journal.begin('issues', 3);
  journal.refused('issues', 3);
  journal.done('project 1');
  const next = new Journal(file);
  expect([1, 2, 3].map((key) => [next.idOf('issues', key), next.isBegun('issues', key)])).toEqual([
    ...[
      [11, false],
      [undefined, true],
      [undefined, false],
    ],
  ]);
  expect([next.isMade('issues', 11), next.isMade('issues', 12), next.isDone('project 1')]).toEqual([true, false, true]);
  expect([...next.counts()]).toEqual([['issues', 1]]);
});

it('leaves out a line that was cut off, and writes the next one on a line of its own', () => {
  new Journal(file).made('notes', 1, 5);
  appendFileSync(file, '{"step":"made","kind":"notes","key":"2","i');
  new Journal(file).made('notes', 3, 7);
  const journal = new Journal(file);
  expect([1, 2, 3].map((key) => journal.idOf('notes', key))).toEqual([5, undefined, 7]);
});

it('makes a record once, whichever run does', async () => {
  const calls = [];
  const record = { what: 'a', find: async () => void calls.push('find'), create: async () => calls.push('create') };
  expect(await run().one('notes', 1, record)).toBe(1);
  expect(await run().one('notes', 1, record)).toBe(1);
  expect(calls).toEqual(['create']);
});

it('looks for a record whose making got no answer, before it makes it', async () => {
  const lost = async () => Promise.reject(new Error('killed'));
  await expect(run().one('notes', 1, { what: 'a', create: lost })).rejects.toThrow('killed');
  await expect(run().one('notes', 2, { what: 'b', create: lost })).rejects.toThrow('killed');
  const create = async () => 6;
  expect(await run().one('notes', 1, { what: 'a', find: async () => 5, create })).toBe(5);
  expect(await run().one('notes', 2, { what: 'b', find: async () => undefined, create })).toBe(6);
});

it('completes a record until that has succeeded once', async () => {
  const finished = [];
  const finish = async (id) => {
    if (finished.push(id) === 1) throw new Error('killed');
  };
  const record = { what: 'a', create: async () => 5, finish };
  await expect(run().one('issues', 1, record)).rejects.toThrow('killed');
  await run().one('issues', 1, record);
  await run().one('issues', 1, record);
  expect(finished).toEqual([5, 5]);
});

it('reports a refusal, goes on, and tries again in the next run', async () => {
  const first = run();
  const step = (moving, create) => moving.once('project', 1, () => moving.one('notes', 1, { what: 'p#1', create }));
  await step(first, async () => Promise.reject(refusal()));
  expect(first.report.toJSON().left_out).toEqual([{ kind: 'notes', what: 'p#1', reason: '400 title is too long' }]);
  const next = run();
  await step(next, async () => 5);
  expect([next.report.leftOutCount, new Journal(file).isDone('project 1')]).toEqual([0, true]);
});

it('makes nothing in a dry run, and counts', async () => {
  const moving = run({ dryRun: true });
  const create = async () => Promise.reject(new Error('written'));
  await moving.once('project', 1, () => moving.one('notes', 1, { what: 'a', create }));
  expect(moving.report.toJSON().moved).toEqual({ notes: 1 });
  expect(run().journal.isDone('project 1')).toBe(false);
});
