import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { ApiClient, Git } from '@hearth/testing';
import type { Hearth } from './hearth.js';

const FILES = 50;
const PUSH_MS = 10 * 60_000;

/** A merge request as the API prints it, as far as it is asked for here. */
export interface MergeRequestRecord {
  readonly id: number;
  readonly iid: number;
  readonly sha: string;
}

/** A project of root's whose branches `topic-<n>` each have one commit more than its `main`. */
export class MergeProject {
  private constructor(
    readonly id: number,
    readonly api: ApiClient,
    /** The pushed repository, as a bare one. */
    readonly git: Git,
    readonly url: string,
    /** The tips of the topics, in their order. */
    readonly heads: readonly string[],
  ) {}

  /** @param folder for the repository, which is made in it */
  static async create(hearth: Hearth, folder: string, name: string, topics: number): Promise<MergeProject> {
    const git = new Git(path.join(folder, name));
    await mkdir(git.folder, { recursive: true });
    await git.run(['init', '--quiet', '--bare', '--initial-branch=main']);
    await git.run(['fast-import', '--quiet'], { input: historyOf(topics) });
    const { id, http_url_to_repo: address } = await hearth.createProject(name);
    const url = address.replace('http://', `http://root:${hearth.token}@`);
    // The first branch that is pushed alone becomes the default branch.
    for (const what of ['main', '--all']) await git.run(['push', '--quiet', url, what], { timeoutMs: PUSH_MS });
    const heads = Array.from({ length: topics }, (_, index) => `refs/heads/topic-${index}`);
    const tips = topics === 0 ? [] : await git.lines('rev-parse', ...heads);
    return new MergeProject(id, new ApiClient(hearth.url, hearth.token), git, url, tips);
  }

  /** Opens a merge request of a topic into `main`. */
  async open(topic: number): Promise<MergeRequestRecord> {
    const branches = { source_branch: `topic-${topic}`, target_branch: 'main' };
    const made = await this.api.post(`/projects/${this.id}/merge_requests`, { title: `Topic ${topic}`, ...branches });
    return made.expect(201).json<MergeRequestRecord>();
  }
}

/** In the format of fast-import: one commit of some files, and topics that begin there. */
function historyOf(topics: number): string {
  const files = Array.from({ length: FILES }, (_, index) => fileOf(`src/file-${index}.txt`, `${index}\n`));
  const commits = Array.from({ length: topics }, (_, index) =>
    commitOf(`topic-${index}`, `from :1\n${fileOf(`topics/${index}.txt`, `${index}\n`)}`),
  );
  return [commitOf('main', files.join(''), 'mark :1\n'), ...commits].join('');
}

function commitOf(branch: string, content: string, mark = ''): string {
  const message = `Begin ${branch}`;
  const committer = 'committer Bench <bench@example.com> 1400000000 +0000';
  return `commit refs/heads/${branch}\n${mark}${committer}\ndata ${message.length}\n${message}\n${content}\n`;
}

function fileOf(file: string, text: string): string {
  return `M 100644 inline ${file}\ndata ${text.length}\n${text}\n`;
}
