import { SshClient, makeTemporaryFolder, waitFor, type ProjectRecord, type TemporaryFolder } from '@hearth/testing';
import { setting } from '../system/hearth.js';
import { anonymousRemote, newPerson, remoteOf, type Person } from '../system/people.js';
import { newProject } from '../system/projects.js';
import { WorkingCopy } from '../system/working-copy.js';

/** HEARTH_BUNDLE_CLONES in `black-box.mjs`: more clones than any other journey makes of one repository. */
const CLONES = 20;
const FLUSH = '0000';
const DELIMITER = '0001';

/** A packet of git's protocol. */
const packet = (text: string) => `${(text.length + 4).toString(16).padStart(4, '0')}${text}`;

describe('a repository that is often cloned', () => {
  let folder: TemporaryFolder;
  let owner: Person;
  let copy: WorkingCopy;
  let project: ProjectRecord;
  let tip: string;
  let address: string;
  const remote = () => remoteOf(owner, project.path_with_namespace);

  beforeAll(async () => {
    [folder, owner, copy] = await Promise.all([
      makeTemporaryFolder('ssh-bundles'),
      newPerson('cloner'),
      WorkingCopy.create(),
    ]);
    project = await newProject(owner, 'often-cloned');
    await copy.commit('first.txt', 'first\n');
    tip = await copy.commit('second.txt', 'second\n');
    await copy.push(remote(), 'main', 'main~1:refs/heads/old');
  });
  afterAll(async () => {
    await copy?.remove();
    await folder?.remove();
  });

  /** Sends a request of version 2 of the protocol, as a client that fetches. */
  async function ask(...lines: string[]): Promise<string> {
    const credentials = Buffer.from(`${owner.username}:${owner.token}`).toString('base64');
    const answer = await fetch(`${anonymousRemote(project.path_with_namespace)}/git-upload-pack`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-git-upload-pack-request',
        'git-protocol': 'version=2',
        authorization: `Basic ${credentials}`,
      },
      body: lines.join(''),
    });
    expect(answer.status).toBe(200);
    return Buffer.from(await answer.arrayBuffer()).toString('latin1');
  }

  const expectComplete = async ({ git }: WorkingCopy) => {
    expect(await git.idOf('HEAD')).toBe(tip);
    expect((await git.attempt(['fsck', '--strict', '--full'])).code).toBe(0);
  };

  it('has a bundle, whose address the gateway gives to clients that ask', async () => {
    const clone = [packet('command=fetch'), DELIMITER, packet(`want ${tip}\n`), packet('done\n'), FLUSH];
    for (let count = 0; count < CLONES; count += 1) expect(await ask(...clone)).toContain('PACK');
    address = await waitFor('the bundle', async () => {
      const answer = await ask(packet('command=bundle-uri'), DELIMITER, FLUSH);
      return /\.uri=(\S+?)0000$/.exec(answer)?.[1];
    });
    expect(new URL(address).pathname).toMatch(new RegExp(`^/${project.path_with_namespace}\\.git/bundles/`));
  });

  it('is cloned from the bundle and what was pushed since', async () => {
    tip = await copy.commit('third.txt', 'third\n');
    await copy.push(remote(), 'main');
    const cloned = await WorkingCopy.clone(remote(), [`--bundle-uri=${address}`]);
    await expectComplete(cloned);
    expect(await cloned.git.idOf('refs/bundles/main')).toBe(await copy.git.idOf('main~1'));
    expect(await cloned.git.idOf('origin/old')).toBe(await copy.git.idOf('main~2'));
    await cloned.remove();
  });

  it('is cloned by every client that would take bundles, whether its git asks for them or not', async () => {
    const cloned = await WorkingCopy.clone(remote(), [], ['transfer.bundleURI=true']);
    await expectComplete(cloned);
    const [major, minor] = (await cloned.git.text('version')).split(' ')[2]!.split('.').map(Number);
    const bundled = await cloned.git.lines('for-each-ref', 'refs/bundles/');
    expect(bundled.length > 0).toBe(major! > 2 || minor! >= 40);
    await cloned.remove();
  });

  it('offers its bundle over SSH too', async () => {
    const ssh = await SshClient.make(folder.path, Number(setting('HEARTH_E2E_SSH_PORT')));
    (await owner.api.post('/user/keys', { title: 'laptop', key: ssh.publicKey })).expect(201);
    const environment = { ...ssh.environment, GIT_TRACE_PACKET: '1' };
    const { code, stderr } = await copy.git.attempt(['ls-remote', project.ssh_url_to_repo!], { environment });
    expect([code, stderr]).toEqual([0, expect.stringMatching(/< version 2\n[^]*< bundle-uri\n[^]*< 0000\n/)]);
  });
});
