import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { Git as Client } from '@hearth/testing';
import { RefJournal } from '../journal/ref-journal.js';
import { Storages } from '../storages/storages.js';
import type { FakeProject } from '../testing/fake-services.js';
import { GitProjects } from '../testing/git-projects.js';
import { RepositoryApp } from '../testing/repository-app.js';
import { PushRightsFacts } from './push-rights.facts.js';
import { Transfers } from './transfers.js';

const REFS = '/info/refs?service=git-upload-pack';

/** A process for one block, which closes in it. */
function closingProcess() {
  const app = RepositoryApp.inBlock();
  const projects = new GitProjects(app);

  /** Starts a push that stops at the step set by `stopAt`; returns a function to resume it. */
  async function pushUntil(stopAt: (step: () => Promise<void>) => void) {
    const { project, client } = await projects.start();
    await projects.commit(client, 'second');
    const arrived = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    stopAt(() => {
      arrived.resolve();
      return goOn.promise;
    });
    const pushing = client.attempt(['push', '--quiet', 'origin', 'main:topic']);
    await arrived.promise;
    return { project, client, pushing, goOn: () => goOn.resolve() };
  }

  function onDisk(project: FakeProject): Client {
    return new Client(app.get(Storages).pathOf('here', project.id));
  }

  return { app, projects, pushUntil, onDisk };
}

describe('a process that closes during the checks of a push', () => {
  const { app, projects, pushUntil, onDisk } = closingProcess();

  it('breaks it off without a trace, and takes no new one', async () => {
    const rights = app.get(PushRightsFacts);
    const again = rights.again;
    const { project, client, pushing, goOn } = await pushUntil((step) => {
      rights.again = async (...args) => {
        await step();
        return again.apply(rights, args);
      };
    });
    const before = await projects.journal(project);
    expect(app.get(Transfers).count).toBe(1);
    const closing = app.get(Transfers).beforeApplicationShutdown();
    expect((await pushing).code).not.toBe(0);
    const refused = await app.send(`/${project.fullPath}.git${REFS}`, { as: projects.master });
    expect(refused.status).toBe(503);
    goOn();
    await closing;
    const disk = onDisk(project);
    expect(await disk.lines('for-each-ref', '--format=%(refname)')).toEqual(['refs/heads/main']);
    expect((await disk.attempt(['cat-file', '-e', await client.idOf('HEAD')])).code).not.toBe(0);
    expect((await projects.journal(project)).published).toEqual(before.published);
    const objects = await readdir(path.join(disk.folder, 'objects'));
    expect(objects.filter((name) => name.startsWith('tmp_'))).toEqual([]);
  });
});

describe('a process that closes after the refs of a push have moved', () => {
  const { app, projects, pushUntil, onDisk } = closingProcess();

  it('waits until it is settled, though its client hears no more of it', async () => {
    const journal = app.get(RefJournal);
    const settle = journal.settle;
    const { project, client, pushing, goOn } = await pushUntil((step) => {
      journal.settle = async (...args) => {
        await step();
        return settle.apply(journal, args);
      };
    });
    let closed = false;
    const closing = app
      .get(Transfers)
      .beforeApplicationShutdown()
      .then(() => (closed = true));
    expect((await pushing).code).not.toBe(0);
    expect(closed).toBe(false);
    goOn();
    await closing;
    expect(await onDisk(project).idOf('refs/heads/topic')).toBe(await client.idOf('HEAD'));
    const { states, published } = await projects.journal(project);
    expect(states).not.toContain('prepared');
    expect(published.at(-1)).toEqual(['refs/heads/topic', null, await client.idOf('HEAD')]);
  });
});
