import { rm } from 'node:fs/promises';
import path from 'node:path';
import { Git } from '@hearth/testing';
import type { Hearth } from '../../system/hearth.js';

/** Work of one user of one project: reads, writes, commits and clones, one after the other until it is stopped. */
export class MixedLoad {
  private running = true;
  private done = 0;
  private failures = 0;
  private readonly work: Promise<void>;

  private constructor(
    private readonly hearth: Hearth,
    private readonly folder: string,
    private readonly project: { readonly id: number; readonly http_url_to_repo: string },
  ) {
    this.work = this.run();
  }

  /** @param folder for clones */
  static async start(hearth: Hearth, folder: string, name: string): Promise<MixedLoad> {
    return new MixedLoad(hearth, path.join(folder, name), await hearth.createProject(name));
  }

  /** Ends the work. @returns the numbers of rounds, and of those that failed */
  async stop(): Promise<{ done: number; failures: number }> {
    this.running = false;
    await this.work;
    return { done: this.done, failures: this.failures };
  }

  private async run(): Promise<void> {
    while (this.running) {
      await this.round().catch(() => (this.failures += 1));
      this.done += 1;
    }
  }

  private async round(): Promise<void> {
    const { id, http_url_to_repo: url } = this.project;
    const at = `/projects/${id}`;
    const actions = [{ action: 'create', file_path: `file-${this.done}.txt`, content: `${this.done}\n` }];
    await this.hearth.create(`${at}/repository/commits`, { branch: 'main', commit_message: 'Add a file', actions });
    const { iid } = await this.hearth.create<{ iid: number }>(`${at}/issues`, { title: `Round ${this.done}` });
    await this.hearth.create(`${at}/issues/${iid}/notes`, { body: 'Again' });
    for (const read of ['', '/issues', '/repository/tree', '/repository/commits', '/merge_requests', '/events'])
      await this.read(`${at}${read}`);
    const remote = url.replace('http://', `http://root:${this.hearth.token}@`);
    const clone = path.join(this.folder, 'clone');
    await new Git(path.dirname(this.folder)).run(['clone', '--quiet', '--depth', '1', remote, clone]);
    await rm(clone, { recursive: true });
  }

  private async read(resource: string): Promise<void> {
    const answer = await fetch(`${this.hearth.url}/api/v4${resource}`, {
      headers: { 'private-token': this.hearth.token },
    });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`GET ${resource} answered ${answer.status}`);
  }
}
