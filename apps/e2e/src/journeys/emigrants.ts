import { createHash } from 'node:crypto';
import { segment, waitFor } from '@hearth/testing';
import { hearth } from '../system/hearth.js';
import { uniqueName } from '../system/names.js';
import { newPerson, remoteOf, type Person } from '../system/people.js';
import { WorkingCopy } from '../system/working-copy.js';

type Fields = Readonly<Record<string, unknown>>;

/** A file that git LFS keeps beside git, and the pointer to it. */
export const PICTURE = {
  content: 'a large picture\n',
  get oid(): string {
    return createHash('sha256').update(this.content).digest('hex');
  },
  get pointer(): string {
    return `version https://git-lfs.github.com/spec/v1\noid sha256:${this.oid}\nsize ${this.content.length}\n`;
  },
};

/** A group with a project that has something of everything, before it moves. `bob` does not move with it. */
export class Emigrants {
  readonly group = uniqueName('emigrants');
  readonly project = `${this.group}/house`;

  private constructor(
    readonly owner: Person,
    readonly alice: Person,
    readonly bob: Person,
    readonly copy: WorkingCopy,
  ) {}

  static async make(): Promise<Emigrants> {
    const [owner, alice, bob] = [await newPerson('owner'), await newPerson('alice'), await newPerson('bob')];
    const source = new Emigrants(owner, alice, bob, await WorkingCopy.create());
    await source.fillGroup();
    await source.fillRepository();
    await source.fillProject();
    await source.fillIssues();
    await source.fillMergeRequests();
    return source;
  }

  private async post(person: Person, at: string, body: Fields = {}): Promise<{ id: number; iid: number }> {
    return this.send(person, `/projects/${segment(this.project)}/${at}`, body);
  }

  private async send(person: Person, at: string, body: Fields): Promise<{ id: number; iid: number }> {
    return (await person.api.post(at, body)).expect(201).json<{ id: number; iid: number }>();
  }

  private async put(at: string, body: Fields): Promise<void> {
    (await this.owner.api.put(`/projects/${segment(this.project)}${at && `/${at}`}`, body)).expect(200);
  }

  private async fillGroup(): Promise<void> {
    const { owner, group } = this;
    const { id } = await this.send(owner, '/groups', { name: group, path: group, description: 'On the way' });
    await this.send(owner, `/groups/${id}/labels`, { name: 'shared', color: '#00ff00' });
    await this.send(owner, `/groups/${id}/milestones`, { title: 'Year', start_date: '2020-01-01' });
    await this.send(owner, `/groups/${id}/variables`, { key: 'SIZE', value: 'large', variable_type: 'file' });
    await this.send(owner, `/groups/${id}/members`, { user_id: this.alice.id, access_level: 20 });
    await this.send(owner, '/groups', { name: 'Cellar', path: 'cellar', parent_id: id });
    await this.send(owner, '/projects', { name: 'house', namespace_id: id, description: 'A house', topics: ['wood'] });
    for (const person of [this.alice, this.bob])
      await this.post(owner, 'members', { user_id: person.id, access_level: 30 });
  }

  private async fillRepository(): Promise<void> {
    const { owner, copy } = this;
    const remote = remoteOf(owner, this.project);
    await this.putPicture();
    await copy.commit('picture.psd', PICTURE.pointer);
    await copy.commit('readme.md', 'hello\n');
    await copy.git.run(['tag', 'v1']);
    await copy.push(remote, 'HEAD:refs/heads/main', 'v1');
    for (const branch of ['merged', 'closed', 'open']) {
      await copy.git.run(['checkout', '--quiet', '-B', branch, 'v1']);
      await copy.commit(`${branch}.md`, `${branch}\n`, `Add ${branch}\n\nCloses #3`);
      await copy.push(remote, `HEAD:refs/heads/${branch}`);
    }
  }

  /** As git-lfs does before a push. */
  private async putPicture(): Promise<void> {
    const { username, token } = this.owner;
    const authorization = `Basic ${btoa(`${username}:${token}`)}`;
    const headers = { authorization, 'content-type': 'application/octet-stream' };
    const url = `/${this.project}.git/gitlab-lfs/objects/${PICTURE.oid}/${PICTURE.content.length}`;
    (await hearth.anonymous.send('PUT', url, { headers, body: PICTURE.content })).expect(200);
  }

  private async fillProject(): Promise<void> {
    const { owner } = this;
    await this.post(owner, 'releases', {
      tag_name: 'v1',
      name: 'First',
      description: 'The first',
      released_at: '2020-02-03T00:00:00.000Z',
    });
    await this.post(owner, 'protected_branches', { name: 'stable/*', push_access_level: 40, merge_access_level: 30 });
    await this.post(owner, 'protected_tags', { name: 'v*', create_access_level: 40 });
    await this.post(owner, 'variables', { key: 'COLOUR', value: 'green', masked: false, protected: true });
    const hint = { title: 'Hint', file_name: 'hint.md', code: 'use it\n', visibility: 'private' };
    const { id } = await this.post(owner, 'snippets', hint);
    await this.post(this.alice, `snippets/${id}/notes`, { body: 'I do' });
    await this.put('', {
      squash_option: 'never',
      snippets_access_level: 'private',
      only_allow_merge_if_pipeline_succeeds: false,
    });
  }

  private async fillIssues(): Promise<void> {
    const { owner, alice, bob } = this;
    await this.post(owner, 'labels', { name: 'bug', color: '#ff0000', description: 'Broken', priority: 2 });
    const { id: milestoneId } = await this.post(owner, 'milestones', { title: 'Spring', due_date: '2020-03-01' });
    await this.put(`milestones/${milestoneId}`, { state_event: 'close' });
    const created_at = '2020-01-02T03:04:05.000Z';
    await this.post(owner, 'issues', {
      title: 'Door',
      description: 'See #3',
      labels: 'bug',
      milestone_id: milestoneId,
      assignee_ids: [alice.id],
      created_at,
    });
    await this.post(alice, 'issues/1/notes', { body: 'It is open\n\n    /close is text here' });
    await this.post(bob, 'issues/1/notes', { body: 'I shut it' });
    await this.post(owner, 'issues', { title: 'Gone' });
    (await hearth.root.delete(`/projects/${segment(this.project)}/issues/2`)).expect(204);
    await this.post(alice, 'issues', {
      title: 'Window',
      description: 'Glass',
      confidential: true,
      due_date: '2020-04-05',
    });
    const thread = await this.post(alice, 'issues/3/discussions', { body: 'Which one?' });
    await this.post(owner, `issues/3/discussions/${thread.id}/notes`, { body: 'The left one' });
    await this.post(bob, 'issues', { title: 'Roof', description: 'Wet' });
    await this.put('issues/1', { state_event: 'close' });
  }

  private async fillMergeRequests(): Promise<void> {
    const { owner, alice, copy } = this;
    const open = (person: Person, source: string) =>
      this.post(person, 'merge_requests', {
        source_branch: source,
        target_branch: 'main',
        title: source,
        labels: 'shared',
      });
    const at = `/projects/${segment(this.project)}/merge_requests`;
    await open(owner, 'merged');
    await waitFor('the merge', async () => (await owner.api.put(`${at}/1/merge`, {})).status === 200);
    await copy.push(remoteOf(owner, this.project), ':refs/heads/merged');
    await open(alice, 'closed');
    await this.put('merge_requests/2', { state_event: 'close' });
    await open(owner, 'open');
    await hearth.root.delete(`${at}/3`);
    await open(alice, 'open');
    const { diff_refs: compared } = await owner.api.read<Fields>(`${at}/4`);
    const position = {
      ...(compared as Fields),
      position_type: 'text',
      new_path: 'open.md',
      old_path: 'open.md',
      new_line: 1,
    };
    await this.post(alice, 'merge_requests/4/discussions', { body: 'On a line', position });
    const settled = await this.post(owner, 'merge_requests/4/discussions', { body: 'Why?' });
    await this.post(alice, `merge_requests/4/discussions/${settled.id}/notes`, { body: 'It rains' });
    await this.put(`merge_requests/4/discussions/${settled.id}`, { resolved: true });
    await this.put('merge_requests/4', { assignee_ids: [owner.id], reviewer_ids: [alice.id] });
  }
}
