import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { Git } from '@hearth/testing';
import type { Filled, Forge } from './forge.js';

const COUNTS = { groups: 25, projects: 40, commits: 200, files: 60, issues: 60, notes: 20, mergeRequests: 25 } as const;
const FILE = 'src/module-0.ts';

/** Makes the same groups, projects, issues and merge requests on a server, the most in the project `acme/busy`. */
export async function fill(forge: Forge, git: Git): Promise<Filled> {
  await forge.createGroup('acme');
  for (let n = 1; n < COUNTS.groups; n++) await forge.createGroup(`group-${n}`);
  const project = await forge.createProject('busy');
  for (let n = 1; n < COUNTS.projects; n++) await forge.createProject(`project-${n}`);
  // The first branch that is pushed alone becomes the default branch.
  for (const what of ['main', '--all']) await git.run(['push', '--quiet', project.gitUrl, what]);
  const issue = await forge.createIssue(project, 'The first issue');
  for (let n = 1; n < COUNTS.issues; n++) await forge.createIssue(project, `Issue ${n}`);
  for (let n = 0; n < COUNTS.notes; n++) await forge.createNote(project, issue, `Comment **${n}** on it`);
  const mergeRequest = await forge.createMergeRequest(project, 'topic-0');
  for (let n = 1; n < COUNTS.mergeRequests; n++) await forge.createMergeRequest(project, `topic-${n}`);
  const [sha] = await git.lines('rev-parse', 'refs/heads/main');
  return { project, issue, mergeRequest, sha: sha!, file: FILE };
}

/** A bare repository of some TypeScript files with a history, and one branch for each merge request. */
export async function makeSource(folder: string): Promise<Git> {
  const git = new Git(path.join(folder, 'source'));
  await mkdir(git.folder, { recursive: true });
  await git.run(['init', '--quiet', '--bare', '--initial-branch=main']);
  await git.run(['fast-import', '--quiet'], { input: history() });
  return git;
}

function history(): string {
  const files = Array.from({ length: COUNTS.files }, (_, n) => change(`src/module-${n}.ts`, moduleText(n, 0)));
  const later = Array.from({ length: COUNTS.commits }, (_, n) =>
    commit('main', `mark :${n + 2}\n`, change(`src/module-${n % COUNTS.files}.ts`, moduleText(n, n))),
  );
  const topics = Array.from({ length: COUNTS.mergeRequests }, (_, n) =>
    commit(`topic-${n}`, '', `from :${COUNTS.commits + 1}\n${change('src/module-0.ts', moduleText(n, -n))}`),
  );
  return [commit('main', 'mark :1\n', files.join('')), ...later, ...topics].join('');
}

function moduleText(n: number, version: number): string {
  const functions = Array.from(
    { length: 60 },
    (_, k) => `/** Returns ${k}. */\nexport function value${k}(base: number): number {\n  return base + ${k * n};\n}\n`,
  );
  return `// Module ${n}, version ${version}\n${functions.join('\n')}`;
}

function commit(branch: string, mark: string, content: string): string {
  const message = `Change ${branch}`;
  const committer = 'committer Bench <bench@example.com> 1700000000 +0000';
  return `commit refs/heads/${branch}\n${mark}${committer}\ndata ${message.length}\n${message}\n${content}\n`;
}

function change(file: string, text: string): string {
  return `M 100644 inline ${file}\ndata ${text.length}\n${text}\n`;
}
