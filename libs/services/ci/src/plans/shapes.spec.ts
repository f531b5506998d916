import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileKey, type IncludedFile } from '../configuration/composition/file-request.js';
import type { KnownFacts } from '../configuration/conditions/known-facts.js';
import { BRIDGE_KEYS, JOB_KEYS } from '../configuration/job.rules.js';
import { plannedRows, type Plan, type PlanEvent, type PlannedBuild, type PlanTask } from './new-pipeline.rules.js';

const SHAPES = path.join(import.meta.dirname, '../../corpus/shapes');
/** Folders of the corpus: a keyword, or a subject. */
const GROUPS = readdirSync(SHAPES);
const namesIn = (group: string) => readdirSync(path.join(SHAPES, group)).map((file) => path.basename(file, '.yml'));
const MAIN = '.gitlab-ci.yml';

const PUSH = { id: null, iid: null, createdAt: null, source: 'push', ref: 'main', tag: false } as const;
const COMMIT = { sha: 'a'.repeat(40), beforeSha: null, configPath: MAIN };
const MERGE_REQUEST = {
  ...{ id: 9, iid: 1, projectId: 7, projectPath: 'group/project', sourceProjectId: 7 },
  ...{ sourceProjectPath: 'group/project', sourceBranch: 'feature/a', targetBranch: 'main', title: 'Topic' },
  ...{ description: null, draft: false, baseSha: 'b'.repeat(40), labels: [], assignees: [], milestone: null },
} as unknown as NonNullable<PlanEvent['mergeRequest']>;

/** Pipelines by the names that the files call them. */
const EVENTS: Readonly<Record<string, Partial<PlanEvent['pipeline']>>> = {
  push: {},
  branch: { ref: 'feature/a' },
  tag: { ref: 'v1.2.0', tag: true },
  schedule: { source: 'schedule' },
  web: { source: 'web' },
  api: { source: 'api' },
  trigger: { source: 'trigger' },
  downstream: { source: 'pipeline' },
  child: { source: 'parent_pipeline' },
  merge_request: { source: 'merge_request_event', ref: 'refs/merge-requests/1/head' },
};

/** A file of the corpus: comments with the expected results of events, and with facts; then the configuration, and the files that it includes. */
interface Shape {
  readonly expected: readonly (readonly [event: string, result: string])[];
  /** Undefined: unknown. */
  readonly changes: readonly string[] | undefined;
  readonly paths: readonly string[];
  readonly message: string;
  readonly files: Readonly<Record<string, string>>;
}

function shapeOf(group: string, name: string): Shape {
  const [main = '', ...included] = readFileSync(path.join(SHAPES, group, `${name}.yml`), 'utf8').split(/^#file /m);
  const comments = [...main.matchAll(/^# (\w+): (.*)$/gm)].map(([, key = '', text = '']) => [key, text] as const);
  const fact = (key: string) => comments.find(([each]) => each === key)?.[1];
  const files = included.map((file) => [file.slice(0, file.indexOf('\n')), file.slice(file.indexOf('\n') + 1)]);
  return {
    expected: comments.filter(([key]) => Object.hasOwn(EVENTS, key)),
    changes: fact('changes')?.split(', '),
    paths: fact('files')?.split(', ') ?? [],
    message: fact('message') ?? 'Change',
    files: { ...(Object.fromEntries(files) as Record<string, string>), [MAIN]: main },
  };
}

/** Plans the pipeline of an event, with the facts that it asks for. */
function planned({ files, changes, paths, message }: Shape, event: string): Plan {
  const signature = { name: 'Ada', email: 'ada@example.com', seconds: 1_500_000_000, offsetMinutes: 60 };
  const pipeline: PlanEvent['pipeline'] = { ...PUSH, ...EVENTS[event], ...COMMIT };
  const project = { id: 7, name: 'Project', fullPath: 'group/project', defaultBranch: 'main', visibility: 'private' };
  const made: PlanEvent = {
    ...{ project: { ...project, description: null } as unknown as PlanEvent['project'], user: null, protected: true },
    commit: { author: signature, committer: signature, message },
    ...{ pipeline, mergeRequest: event === 'merge_request' ? MERGE_REQUEST : null },
  };
  const task = (facts: KnownFacts): PlanTask => ({
    files: { [MAIN]: files[MAIN]! },
    variables: [],
    event: made,
    facts,
  });
  let known: KnownFacts = { changes: {}, paths };
  for (;;) {
    const plan = plannedRows(task(known));
    if (!('missing' in plan)) return plan;
    const { missing } = plan;
    const changed = missing.changes.map((ref) => [ref, event === 'tag' ? null : (changes ?? null)] as const);
    const read = missing.files.map((file): [string, IncludedFile] => {
      const text = file.kind === 'local' ? files[file.path] : '';
      const name = file.kind === 'local' ? file.path : file.kind;
      return [fileKey(file), text === undefined ? { error: `Local file \`${name}\` does not exist!` } : { text }];
    });
    known = {
      changes: { ...known.changes, ...Object.fromEntries(changed) },
      ...{ paths, files: { ...known.files, ...Object.fromEntries(read) } },
      blobs: { ...known.blobs, ...Object.fromEntries(missing.blobs.map((each) => [each, 'c'.repeat(40)])) },
    };
  }
}

/** Returns a plan as the files have it: `build: compile; test: unit manual <- compile`, or `! error` without the place of the job. */
function shown(plan: Plan): string {
  if ('errors' in plan) return `! ${plan.errors.map((error) => error.replace(/ \(\S+:\d+\)$/, '')).join('; ')}`;
  if ('missing' in plan || plan.refusal !== null) return `! ${'refusal' in plan ? plan.refusal : 'incomplete'}`;
  const stages = Map.groupBy<string, PlannedBuild>(plan.builds, ({ stage }) => stage);
  return [...stages].map(([stage, builds]) => `${stage}: ${builds.map(shownBuild).join(', ')}`).join('; ');
}

function shownBuild({ name, when, needs }: PlannedBuild): string {
  return [name, ...(when === 'on_success' ? [] : [when]), ...(needs ? ['<-', ...needs] : [])].join(' ');
}

it('the shapes of real configurations have every keyword of a job', () => {
  const mains = GROUPS.flatMap((group) => namesIn(group).map((name) => shapeOf(group, name).files[MAIN]!));
  expect(mains.length).toBeGreaterThan(200);
  const used = new Set(mains.flatMap((text) => [...text.matchAll(/\b(\w+): /g)].map(([, key]) => key)));
  expect([...JOB_KEYS, ...BRIDGE_KEYS].filter((key) => !used.has(key))).toEqual([]);
});

describe.each(GROUPS)('the shapes of real configurations: %s', (group) => {
  it.each(namesIn(group))('%s', (name) => {
    const shape = shapeOf(group, name);
    expect(shape.expected.length).toBeGreaterThan(0);
    const events = shape.expected.map(([event]) => [event, shown(planned(shape, event))]);
    expect(events).toEqual(shape.expected);
  });
});
