import { rename } from 'node:fs/promises';
import { AccessLevel } from '@hearth/contract-kit';
import type { Git as Client } from '@hearth/testing';
import { PUSH_REFUSALS } from '../protection/push.rules.js';
import type { FakeProject } from '../testing/fake-services.js';
import { GitProjects } from '../testing/git-projects.js';
import { RepositoryApp } from '../testing/repository-app.js';
import { RefJournal } from '../journal/ref-journal.js';
import { NotCopied } from '../refusals.js';
import { RepositoryFacts } from '../repositories/repository.facts.js';
import { PushRightsFacts } from './push-rights.facts.js';

const app = RepositoryApp.inBlock();
const projects = new GitProjects(app);

describe('a refused push', () => {
  /** Pushes, and expects a refusal with that sentence and unchanged refs. */
  async function expectRefusal(client: Client, project: FakeProject, args: string[], sentence: string): Promise<void> {
    const before = await projects.journal(project);
    const refsBefore = await projects.refs(project);
    const { code, stderr } = await client.attempt(['push', 'origin', ...args]);
    expect(stderr).toContain(sentence);
    expect(code).not.toBe(0);
    expect(await projects.journal(project)).toEqual(before);
    expect(await projects.refs(project)).toEqual(refsBefore);
  }

  it('is one of a projects.developer to the default branch', async () => {
    const { project, client } = await projects.start();
    await client.run(['remote', 'set-url', 'origin', app.remote(project.fullPath, projects.developer)]);
    await projects.commit(client, 'second');
    await expectRefusal(client, project, ['main'], PUSH_REFUSALS.pushProtectedBranch);
    await client.run(['push', '--quiet', 'origin', 'main:topic']);
  });

  it('is the first one of a developer', async () => {
    const project = projects.make();
    const client = await projects.client(project, projects.developer);
    await expectRefusal(client, project, ['main'], PUSH_REFUSALS.pushProtectedBranch);
  });

  it('is a forced one to a protected branch', async () => {
    const { project, client } = await projects.start();
    await client.run(['commit', '--quiet', '--amend', '-m', 'rewritten']);
    await expectRefusal(client, project, ['--force', 'main'], PUSH_REFUSALS.forcePushProtectedBranch);
    await client.run(['push', '--quiet', 'origin', 'main:topic']);
    await client.run(['commit', '--quiet', '--amend', '-m', 'again']);
    await client.run(['push', '--quiet', '--force', 'origin', 'main:topic']);
  });

  it('is the deletion of the default branch', async () => {
    const { project, client } = await projects.start();
    await expectRefusal(client, project, [':main'], PUSH_REFUSALS.deleteDefaultBranch);
  });

  it('is a tag moved by a developer', async () => {
    const { project, client } = await projects.start();
    await client.run(['push', '--quiet', 'origin', 'main:refs/tags/v1']);
    await client.run(['remote', 'set-url', 'origin', app.remote(project.fullPath, projects.developer)]);
    await projects.commit(client, 'second');
    await expectRefusal(client, project, ['--force', 'main:refs/tags/v1'], PUSH_REFUSALS.changeExistingTags);
  });

  it.each([
    ['refs/merge-requests/1/head', 'read-only'],
    ['refs/keep-around/x', PUSH_REFUSALS.reservedRef],
    ['refs/remotes/origin/main', PUSH_REFUSALS.reservedRef],
  ])('is one to %s', async (ref, sentence) => {
    const { project, client } = await projects.start();
    await expectRefusal(client, project, [`main:${ref}`], sentence);
  });

  it('is refused whole when one of its refs is', async () => {
    const { project, client } = await projects.start();
    await projects.commit(client, 'second');
    await expectRefusal(client, project, ['main:topic', 'main:refs/remotes/x'], PUSH_REFUSALS.reservedRef);
  });

  it('is one whose user was blocked while it came', async () => {
    const { project, client } = await projects.start();
    const leaving = app.admit(app.services.addUser('leaving'));
    project.members.set(leaving.userId, AccessLevel.master);
    await client.run(['remote', 'set-url', 'origin', app.remote(project.fullPath, leaving)]);
    await projects.commit(client, 'second');
    afterAnnouncement(() => app.services.block(leaving));
    await expectRefusal(client, project, ['main'], PUSH_REFUSALS.pushCode);
  });

  it('is one whose token was revoked while it came', async () => {
    const { project, client } = await projects.start();
    const leaving = app.admit(app.services.addUser('token-loser'));
    project.members.set(leaving.userId, AccessLevel.master);
    await client.run(['remote', 'set-url', 'origin', app.remote(project.fullPath, leaving)]);
    await projects.commit(client, 'second');
    afterAnnouncement(() => app.services.revokeToken(leaving));
    await expectRefusal(client, project, ['main'], PUSH_REFUSALS.pushCode);
  });

  it('is one whose user stopped being an admin while it came', async () => {
    const { project, client } = await projects.start();
    const admin = app.admit(app.services.promote(app.services.addUser('demoted')));
    await client.run(['remote', 'set-url', 'origin', app.remote(project.fullPath, admin)]);
    await projects.commit(client, 'second');
    await client.run(['push', '--quiet', 'origin', 'main']);
    await projects.commit(client, 'third');
    afterAnnouncement(() => app.services.demote(admin));
    await expectRefusal(client, project, ['main'], PUSH_REFUSALS.pushCode);
  });

  it('is one whose user was removed from the project while it came', async () => {
    const { project, client } = await projects.start();
    await projects.commit(client, 'second');
    afterAnnouncement(() => project.members.set(projects.master.userId, AccessLevel.reporter));
    await expectRefusal(client, project, ['main'], PUSH_REFUSALS.pushCode);
  });

  it('is one of an archived project', async () => {
    const { project, client } = await projects.start();
    project.archived = true;
    await projects.commit(client, 'second');
    const { code, stderr } = await client.attempt(['push', 'origin', 'main']);
    expect([code, stderr]).toEqual([128, expect.stringContaining('403')]);
  });

  /** Runs `change` once, between the check of the command list and the check before the refs move. */
  function afterAnnouncement(change: () => void): void {
    const rights = app.get(PushRightsFacts);
    const again = rights.again;
    rights.again = (...args) => {
      rights.again = again;
      change();
      return again.apply(rights, args);
    };
  }
});

describe('a push whose repository vanishes while it comes', () => {
  /** Moves the repository's folder away, in which git goes on. */
  async function lose({ id }: FakeProject): Promise<void> {
    const path = (await app.get(RepositoryFacts).path(id))!;
    await rename(path, `${path}.lost`);
  }

  it.each(['before it is recorded', 'after it is recorded'])('is not acknowledged: %s', async (when) => {
    const { project, client } = await projects.start();
    await projects.commit(client, 'second');
    const journal = app.get(RefJournal);
    const prepare = journal.prepare;
    journal.prepare = async (...args) => {
      journal.prepare = prepare;
      if (when.startsWith('before')) await lose(project);
      const changes = await prepare.apply(journal, args);
      if (when.startsWith('after')) await lose(project);
      return changes;
    };
    const { code } = await client.attempt(['push', 'origin', 'main']);
    expect(code).not.toBe(0);
    const { published, states } = await projects.journal(project);
    expect(published).toHaveLength(1);
    expect(states).toEqual(when.startsWith('before') ? ['settled'] : ['settled', 'refused']);
  });
});

describe('a push that is repeated while its first attempt is not settled', () => {
  it('is not answered as up to date', async () => {
    const { project, client } = await projects.start();
    await projects.commit(client, 'second');
    const journal = app.get(RefJournal);
    const settle = journal.settle;
    const push = () => client.attempt(['push', 'origin', 'main']);
    journal.settle = () => Promise.reject(NotCopied());
    expect((await push()).code).not.toBe(0);
    expect((await push()).code).not.toBe(0);
    expect((await projects.journal(project)).states).toEqual(['settled', 'prepared']);
    journal.settle = settle;
    expect((await push()).code).toBe(0);
    expect((await projects.journal(project)).states).toEqual(['settled', 'settled']);
  });
});

describe('two pushes to one branch at the same time', () => {
  it('end with one winner, and one event', async () => {
    const { project, client } = await projects.start();
    const other = await app.clientFolder('rival');
    await other.run(['clone', '--quiet', app.remote(project.fullPath, projects.master), '.']);
    await Promise.all([projects.commit(client, 'mine'), projects.commit(other, 'theirs')]);
    const results = await Promise.all([
      client.attempt(['push', '--quiet', 'origin', 'HEAD:main']),
      other.attempt(['push', '--quiet', 'origin', 'HEAD:main']),
    ]);
    expect(results.filter(({ code }) => code === 0)).toHaveLength(1);
    const { states, published } = await projects.journal(project);
    expect(published).toHaveLength(2);
    expect(states.filter((state) => state === 'settled')).toHaveLength(2);
    expect(states).not.toContain('prepared');
  });
});

describe('a push of a thousand refs', () => {
  it('moves them all, publishes each once, and deletes them again', async () => {
    const { project, client } = await projects.start();
    const names = Array.from({ length: 1_000 }, (_, index) => `refs/${index % 2 ? 'tags' : 'heads'}/r/${index}`);
    const tip = await client.idOf('main');
    await client.run(['update-ref', '--stdin'], { input: names.map((name) => `create ${name} ${tip}\n`).join('') });
    await client.run([
      'push',
      '--quiet',
      '--atomic',
      'origin',
      'refs/heads/r/*:refs/heads/r/*',
      'refs/tags/*:refs/tags/*',
    ]);
    const refs = await projects.refs(project);
    expect(refs.filter((line) => line.includes('/r/')).map((line) => line.slice(41))).toEqual([...names].sort());
    await client.run(['push', '--quiet', 'origin', '--delete', ...names]);
    expect((await projects.refs(project)).filter((line) => line.includes('/r/'))).toEqual([]);
    const { states, published } = await projects.journal(project);
    expect([states.length, new Set(states)]).toEqual([2_001, new Set(['settled'])]);
    const moves = published.slice(1).map(([ref, from, to]) => `${ref} ${from} ${to}`);
    expect(moves.slice(0, 1_000).sort()).toEqual(names.map((name) => `${name} null ${tip}`).sort());
    expect(moves.slice(1_000).sort()).toEqual(names.map((name) => `${name} ${tip} null`).sort());
  });
});
