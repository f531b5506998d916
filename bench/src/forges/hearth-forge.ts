import { signIn } from '@hearth/testing';
import type { Hearth } from '../system/hearth.js';
import { call, type Filled, type Forge, type ForgePage, type ForgeProject, type ForgeRead } from './forge.js';

interface Made {
  readonly id: number;
  readonly iid: number;
  readonly http_url_to_repo: string;
}

/** Hearth, through its API. */
export class HearthForge implements Forge {
  readonly name = 'Hearth';
  readonly headers: Readonly<Record<string, string>>;
  private readonly api: string;
  private group = 0;

  constructor(private readonly hearth: Hearth) {
    this.api = `${hearth.url}/api/v4`;
    this.headers = { 'private-token': hearth.token };
  }

  async createGroup(name: string): Promise<void> {
    const { id } = await this.post('/groups', { name, path: name, visibility: 'public' });
    this.group ||= id;
  }

  async createProject(name: string): Promise<ForgeProject> {
    const { id, http_url_to_repo: address } = await this.post('/projects', {
      ...{ name, path: name, namespace_id: this.group, visibility: 'public' },
    });
    return { id, gitUrl: address.replace('http://', `http://root:${this.hearth.token}@`) };
  }

  async createIssue({ id }: ForgeProject, title: string): Promise<number> {
    return (await this.post(`/projects/${id}/issues`, { title })).iid;
  }

  async createNote({ id }: ForgeProject, issue: number, body: string): Promise<void> {
    await this.post(`/projects/${id}/issues/${issue}/notes`, { body });
  }

  async createMergeRequest({ id }: ForgeProject, branch: string): Promise<number> {
    const branches = { source_branch: branch, target_branch: 'main' };
    return (await this.post(`/projects/${id}/merge_requests`, { title: branch, ...branches })).iid;
  }

  reads({ project, issue, mergeRequest, sha, file }: Filled): Record<ForgeRead, string> {
    const of = `${this.api}/projects/${project.id}`;
    return {
      'the caller': `${this.api}/user`,
      'a user': `${this.api}/users/1`,
      'list of projects': `${this.api}/projects`,
      'a project': of,
      'list of groups': `${this.api}/groups`,
      'list of issues': `${of}/issues`,
      'an issue': `${of}/issues/${issue}`,
      'notes of an issue': `${of}/issues/${issue}/notes`,
      'list of merge requests': `${of}/merge_requests`,
      'changes of a merge request': `${of}/merge_requests/${mergeRequest}/changes`,
      'list of branches': `${of}/repository/branches`,
      'list of commits': `${of}/repository/commits`,
      'text of a file': `${of}/repository/files/${encodeURIComponent(file)}/raw?ref=${sha}`,
    };
  }

  /** Makes a user and signs in with the form. */
  async signedIn(): Promise<Readonly<Record<string, string>>> {
    const [username, password] = ['visitor', 'correct horse battery'];
    const user = { username, password, name: 'Visitor', email: 'visitor@example.com', skip_confirmation: true };
    await this.post('/users', user);
    const { cookie } = await signIn(this.hearth.url, username, password);
    return { cookie };
  }

  pages({ sha, file }: Filled): Record<ForgePage, string> {
    const of = `${this.hearth.url}/acme/busy/-`;
    return {
      tree: `${of}/tree/main`,
      file: `${of}/blob/main/${file}`,
      commit: `${of}/commit/${sha}`,
      'list of merge requests': `${of}/merge_requests`,
    };
  }

  private post(path: string, body: object): Promise<Made> {
    return call<Made>('POST', `${this.api}${path}`, this.headers, body);
  }
}
