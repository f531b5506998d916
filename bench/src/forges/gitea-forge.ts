import { call, type Filled, type Forge, type ForgePage, type ForgeProject, type ForgeRead } from './forge.js';

/** Gitea, through its API. Projects are its repositories, groups its organizations. */
export class GiteaForge implements Forge {
  readonly name = 'Gitea';
  readonly headers: Readonly<Record<string, string>>;
  private readonly api: string;

  constructor(
    private readonly url: string,
    private readonly user: string,
    private readonly token: string,
  ) {
    this.api = `${url}/api/v1`;
    this.headers = { authorization: `token ${token}` };
  }

  async createGroup(name: string): Promise<void> {
    await this.post('/orgs', { username: name, visibility: 'public' });
  }

  async createProject(name: string): Promise<ForgeProject> {
    await this.post('/orgs/acme/repos', { name, default_branch: 'main', private: false });
    return {
      id: name,
      gitUrl: `${this.url.replace('http://', `http://${this.user}:${this.token}@`)}/acme/${name}.git`,
    };
  }

  async createIssue({ id }: ForgeProject, title: string): Promise<number> {
    return (await this.post(`/repos/acme/${id}/issues`, { title })).number;
  }

  async createNote({ id }: ForgeProject, issue: number, body: string): Promise<void> {
    await this.post(`/repos/acme/${id}/issues/${issue}/comments`, { body });
  }

  async createMergeRequest({ id }: ForgeProject, branch: string): Promise<number> {
    return (await this.post(`/repos/acme/${id}/pulls`, { title: branch, head: branch, base: 'main' })).number;
  }

  reads({ project, issue, mergeRequest, sha, file }: Filled): Record<ForgeRead, string> {
    const of = `${this.api}/repos/acme/${project.id}`;
    return {
      'the caller': `${this.api}/user`,
      'a user': `${this.api}/users/${this.user}`,
      'list of projects': `${this.api}/repos/search?limit=20`,
      'a project': of,
      'list of groups': `${this.api}/orgs?limit=20`,
      'list of issues': `${of}/issues?type=issues&limit=20`,
      'an issue': `${of}/issues/${issue}`,
      'notes of an issue': `${of}/issues/${issue}/comments`,
      'list of merge requests': `${of}/pulls?limit=20`,
      'changes of a merge request': `${of}/pulls/${mergeRequest}/files`,
      'list of branches': `${of}/branches?limit=20`,
      'list of commits': `${of}/commits?limit=20`,
      'text of a file': `${of}/raw/${file}?ref=${sha}`,
    };
  }

  signedIn(): Promise<Readonly<Record<string, string>>> {
    return Promise.resolve({});
  }

  pages({ project, sha, file }: Filled): Record<ForgePage, string> {
    const of = `${this.url}/acme/${project.id}`;
    return {
      tree: `${of}/src/branch/main`,
      file: `${of}/src/branch/main/${file}`,
      commit: `${of}/commit/${sha}`,
      'list of merge requests': `${of}/pulls`,
    };
  }

  private post(path: string, body: object): Promise<{ number: number }> {
    return call<{ number: number }>('POST', `${this.api}${path}`, this.headers, body);
  }
}
