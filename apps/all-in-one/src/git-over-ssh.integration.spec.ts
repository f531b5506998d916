import { createHash } from 'node:crypto';
import { createConnection, type Socket } from 'node:net';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  Git,
  SshClient,
  makeSshKey,
  makeTemporaryFolder,
  waitFor,
  type ApiClient,
  type TemporaryFolder,
} from '@hearth/testing';
import { AllInOne } from './testing/all-in-one.js';

interface Shown {
  readonly id: number;
  readonly path_with_namespace: string;
  readonly ssh_url_to_repo: string;
}

interface LfsAction {
  readonly href: string;
  readonly header: Record<string, string>;
}

const HIDDEN = "ERROR: The project you were looking for could not be found or you don't have permission to view it.";
const UNAUTHENTICATED = 20;

describe('git over SSH, with the client of OpenSSH', () => {
  let hearth: AllInOne;
  let folder: TemporaryFolder;
  let root: ApiClient;
  let ada: ApiClient;
  let adaId: number;
  let ssh: SshClient;
  let stranger: SshClient;
  let git: Git;
  let project: Shown;
  let url: string;

  beforeAll(async () => {
    folder = await makeTemporaryFolder('git-over-ssh');
    const hostKey = path.join(folder.path, 'host');
    await makeSshKey(hostKey);
    hearth = await AllInOne.start({
      HEARTH_SSH: '127.0.0.1:0',
      HEARTH_SSH_HOST_KEYS_FILE: hostKey,
      HEARTH_SSH_PUBLIC_PORT: '22',
      HEARTH_SSH_UNAUTHENTICATED: String(UNAUTHENTICATED),
    });
    root = await hearth.client('root');
    adaId = await person('ada');
    await person('bob');
    ada = await hearth.client('ada');
    ssh = await client('ada', 'ecdsa');
    stranger = await client('stranger');
    (await ada.post('/user/keys', { title: 'laptop', key: ssh.publicKey })).expect(201);
    project = (await ada.post('/projects', { name: 'Tool' })).expect(201).json<Shown>();
    expect(project.ssh_url_to_repo).toBe('git@127.0.0.1:ada/tool.git');
    url = ssh.urlOf(project.path_with_namespace);
    await mkdir(path.join(folder.path, 'work'));
    git = new Git(path.join(folder.path, 'work'));
    await git.run(['init', '--quiet']);
    await git.run(['remote', 'add', 'origin', url]);
    await commit('first');
  }, 120_000);

  afterAll(async () => {
    await hearth?.stop();
    await folder?.remove();
  }, 60_000);

  async function person(username: string): Promise<number> {
    const account = { username, name: username, email: `${username}@example.com`, password: 'correct horse battery' };
    return (await root.post('/users', account)).expect(201).json<Shown>().id;
  }

  async function client(name: string, kind?: 'ed25519' | 'ecdsa' | 'rsa'): Promise<SshClient> {
    const own = path.join(folder.path, name);
    await mkdir(own);
    return SshClient.make(own, hearth.sshPort, kind);
  }

  async function commit(name: string): Promise<void> {
    await writeFile(path.join(git.folder, `${name}.txt`), name);
    await git.run(['add', '.']);
    await git.run(['commit', '--quiet', '-m', name]);
  }

  const by = (words: string[], who = ssh, more: Record<string, string> = {}) =>
    git.attempt(words, { environment: { ...who.environment, ...more } });

  async function succeeds(...words: string[]): Promise<string> {
    const { code, stdout, stderr } = await by(words);
    expect([code, stderr]).toEqual([0, expect.any(String)]);
    return stdout.toString() + stderr;
  }

  it('pushes, clones and fetches, by each version of the protocol', async () => {
    await succeeds('push', '--quiet', 'origin', 'main', 'main:side');
    const settled = await hearth.database.query(`select via, state from repository.ref_changes`);
    expect(settled).toEqual(Array(2).fill({ via: 'ssh', state: 'settled' }));
    for (const version of ['0', '1', '2']) {
      const to = path.join(folder.path, `clone-${version}`);
      await succeeds('-c', `protocol.version=${version}`, 'clone', '--quiet', url, to);
      expect(await new Git(to).idOf('HEAD')).toBe(await git.idOf('HEAD'));
    }
    const { stderr } = await by(['ls-remote', 'origin'], ssh, { GIT_TRACE_PACKET: '1' });
    expect(stderr).toContain('version 2');
  }, 60_000);

  it('fetches what is new, and nothing when there is nothing', async () => {
    const to = path.join(folder.path, 'clone-2');
    for (const name of ['second', 'third']) await commit(name);
    await succeeds('push', '--quiet', 'origin', 'main');
    await succeeds('-C', to, 'pull', '--quiet');
    expect(await new Git(to).idOf('HEAD')).toBe(await git.idOf('HEAD'));
    await succeeds('-C', to, '-c', 'protocol.version=0', 'fetch', '--quiet');
    await succeeds('clone', '--quiet', '--depth=1', '--filter=blob:none', url, path.join(folder.path, 'shallow'));
  }, 60_000);

  it('refuses a push to a protected branch with a remote: text, and a push of one who may only read', async () => {
    (await ada.put(`/projects/${project.id}`, { visibility: 'public' })).expect(200);
    (await ada.post(`/projects/${project.id}/protected_branches`, { name: 'side', push_access_level: 0 })).expect(201);
    await commit('fourth');
    for (const refspec of ['main:side', ':side']) {
      const { code, stderr } = await by(['push', 'origin', refspec]);
      expect([code, stderr]).toEqual([1, expect.stringMatching(/remote: .*protected branch/s)]);
      expect(stderr).toContain('pre-receive hook declined');
    }
    const bob = await client('bob', 'rsa');
    (await (await hearth.client('bob')).post('/user/keys', { title: 'x', key: bob.publicKey })).expect(201);
    expect((await by(['ls-remote', 'origin'], bob)).code).toBe(0);
    const { code, stderr } = await by(['push', 'origin', 'main'], bob);
    expect([code, stderr]).toEqual([128, expect.stringContaining('ERROR: You are not allowed to push code')]);
    (await ada.put(`/projects/${project.id}`, { visibility: 'private' })).expect(200);
    for (const of of [url, ssh.urlOf('ada/none'), ssh.urlOf('$(id)/`id`'), ssh.urlOf('../../etc/passwd')])
      expect((await by(['ls-remote', of], bob)).stderr).toContain(HIDDEN);
  }, 60_000);

  it('deletes a branch, and makes one of it', async () => {
    await succeeds('push', '--quiet', 'origin', 'main', 'main:gone');
    await succeeds('push', '--quiet', 'origin', ':gone');
    expect(await succeeds('ls-remote', 'origin', 'gone')).toBe('');
    expect(await succeeds('push', 'origin', 'main')).toContain('Everything up-to-date');
  }, 60_000);

  it('archives a ref, and no hidden one', async () => {
    await succeeds('push', '--quiet', 'origin', 'main');
    const archive = (...words: string[]) => by(['archive', `--remote=${url}`, ...words]);
    for (const treeish of ['HEAD', 'main', 'refs/heads/main']) {
      const { code, stdout } = await archive('--format=tar', '--prefix=a/', treeish, 'first.txt');
      expect([code, stdout.includes('a/first.txt'), stdout.includes('second.txt')]).toEqual([0, true, false]);
    }
    const { stderr } = await archive(await git.idOf('HEAD'));
    expect(stderr).toContain('fatal: no such ref');
    expect((await archive('refs/hearth/keep-around/x')).stderr).toContain('fatal: no such ref');
  }, 60_000);

  it('gives no object that no ref of the project reaches', async () => {
    const secret = (await git.text('commit-tree', '-m', 'secret', 'HEAD^{tree}')).trim();
    await succeeds('push', '--quiet', 'origin', `${secret}:refs/heads/secret`);
    await succeeds('push', '--quiet', 'origin', ':secret');
    (await ada.put(`/projects/${project.id}`, { visibility: 'public' })).expect(200);
    const bob = await SshClient.make(await makeFolder('bob-2'), hearth.sshPort);
    (await (await hearth.client('bob')).post('/user/keys', { title: 'y', key: bob.publicKey })).expect(201);
    const clone = new Git(await makeFolder('bob-clone'));
    await clone.run(['init', '--quiet']);
    for (const version of ['0', '2']) {
      const words = ['-c', `protocol.version=${version}`, 'fetch', url, secret];
      const { code, stderr } = await clone.attempt(words, { environment: bob.environment });
      expect([code, stderr]).toEqual([128, expect.stringContaining('not our ref')]);
    }
  }, 60_000);

  async function makeFolder(name: string): Promise<string> {
    const own = path.join(folder.path, name);
    await mkdir(own);
    return own;
  }

  it('gives a credential for git LFS, for one project and operation', async () => {
    const authenticate = async (operation: string, as = ssh, path = 'ada/tool.git') => {
      const { code, stdout, stderr } = await as.exec(`git-lfs-authenticate ${path} ${operation}`);
      return code === 0
        ? (JSON.parse(String(stdout)) as { header: Record<string, string>; expires_in: number })
        : stderr;
    };
    const content = Buffer.from('a large file');
    const pointer = { oid: createHash('sha256').update(content).digest('hex'), size: content.length };
    const batch = async (operation: string, header: Record<string, string>, of = 'ada/tool') => {
      const response = await fetch(`${hearth.url}/${of}.git/info/lfs/objects/batch`, {
        method: 'POST',
        headers: { ...header, 'content-type': 'application/vnd.git-lfs+json' },
        body: JSON.stringify({ operation, objects: [pointer] }),
      });
      if (response.status !== 200) return response.status;
      const { objects } = (await response.json()) as { objects: { actions: Record<string, LfsAction> }[] };
      return objects[0]!.actions;
    };
    (await ada.put(`/projects/${project.id}`, { visibility: 'private' })).expect(200);
    const upload = await authenticate('upload');
    if (typeof upload === 'string') throw new Error(upload);
    const actions = await batch('upload', upload.header);
    if (typeof actions === 'number') throw new Error(`batch: ${actions}`);
    const { href, header } = actions['upload']!;
    expect((await fetch(href, { method: 'PUT', headers: header, body: content })).status).toBe(200);
    const download = await authenticate('download');
    if (typeof download === 'string') throw new Error(download);
    expect(await batch('upload', download.header)).toBe(403);
    expect(await batch('download', download.header, 'ada/none')).toBe(401);
    expect(await batch('download', header)).toBe(401);
    const found = await batch('download', download.header);
    if (typeof found === 'number') throw new Error(`batch: ${found}`);
    const { download: action } = found;
    expect(await (await fetch(action!.href, { headers: action!.header })).text()).toBe('a large file');
    expect(await authenticate('download', ssh, 'ada/none.git')).toContain(HIDDEN);
    expect(await authenticate('list')).toContain('ERROR: Only git');
  }, 60_000);

  it('follows a project that has moved, and says so', async () => {
    (await ada.put(`/projects/${project.id}`, { path: 'renamed' })).expect(200);
    const { code, stderr } = await by(['ls-remote', 'origin']);
    expect([code, stderr]).toEqual([0, expect.stringContaining("The project 'ada/tool' has moved to 'ada/renamed'.")]);
  });

  it('greets those who test their key, and serves nothing but git', async () => {
    expect(await ssh.exec(null)).toMatchObject({ code: 0, stdout: Buffer.from('Welcome to Hearth, @ada!\n') });
    for (const command of ['id', 'git-upload-pack', "git-upload-pack 'a/b'; id", 'x'.repeat(20_000)])
      expect(await ssh.exec(command)).toMatchObject({ code: 1, stderr: expect.stringContaining('ERROR: Only git') });
    // Larger than a packet of the protocol may be.
    expect((await ssh.exec('x'.repeat(100_000))).code).toBe(255);
    const pty = await ssh.exec(null, { options: ['-tt'] });
    expect(pty.stderr).toContain('PTY allocation request failed');
    expect((await ssh.exec('sftp', { options: ['-s'] })).stderr).toContain('subsystem request failed');
    const forwarded = await ssh.exec(null, { options: ['-W', '127.0.0.1:22'] });
    expect([forwarded.code, forwarded.stderr]).toEqual([255, expect.stringContaining('forwarding failed')]);
    const listening = await ssh.exec(null, { options: ['-o', 'ExitOnForwardFailure=yes', '-R', '0:127.0.0.1:22'] });
    expect(listening.code).toBe(255);
  }, 60_000);

  it('refuses unknown keys, other names, and weak algorithms', async () => {
    const denied = { code: 255, stderr: expect.stringContaining('Permission denied (publickey)') };
    expect(await stranger.exec(null)).toMatchObject(denied);
    expect(await ssh.exec(null, { login: 'root' })).toMatchObject(denied);
    for (const option of ['Ciphers=aes128-cbc', 'KexAlgorithms=diffie-hellman-group14-sha1', 'MACs=hmac-sha1']) {
      const cipher = option.startsWith('MACs') ? ['-o', 'Ciphers=aes128-ctr'] : [];
      const { code, stderr } = await ssh.exec(null, { options: ['-o', 'LogLevel=INFO', '-o', option, ...cipher] });
      expect([code, stderr]).toEqual([255, expect.stringContaining('no matching')]);
    }
  }, 60_000);

  it('refuses a blocked user and a deleted key, also on an open connection', async () => {
    const control = ['-o', 'ControlMaster=auto', '-o', `ControlPath=${folder.path}/c`, '-o', 'ControlPersist=30'];
    expect((await ssh.exec(null, { options: control })).code).toBe(0);
    (await root.post(`/users/${adaId}/block`)).expect(201);
    for (const options of [control, []])
      expect(await ssh.exec(null, { options })).toMatchObject({
        code: 1,
        stderr: 'ERROR: Your account has been blocked.\n',
      });
    (await root.post(`/users/${adaId}/unblock`)).expect(201);
    const [key] = await ada.read<{ id: number }[]>('/user/keys');
    (await ada.delete(`/user/keys/${key!.id}`)).expect(204);
    expect((await ssh.exec(null, { options: control })).stderr).toContain('ERROR: This key opens no account any more.');
    expect((await ssh.exec(null)).stderr).toContain('Permission denied (publickey)');
    await ssh.exec(null, { options: [...control, '-O', 'exit'] });
    (await ada.post('/user/keys', { title: 'laptop', key: ssh.publicKey })).expect(201);
  }, 60_000);

  it('takes deploy keys of the project, for reading and for pushing', async () => {
    const key = await client('deploy');
    const at = `/projects/${project.id}/deploy_keys`;
    const added = (await ada.post(at, { title: 'ci', key: key.publicKey })).expect(201).json<Shown>();
    expect((await key.exec(null)).stdout.toString()).toBe(`Welcome to Hearth, deploy key ${added.id}!\n`);
    await git.run(['remote', 'set-url', 'origin', ssh.urlOf('ada/renamed')]);
    expect((await by(['ls-remote', 'origin'], key)).code).toBe(0);
    expect((await by(['push', 'origin', 'main:by-key'], key)).stderr).toContain('does not have write access');
    (await ada.put(`${at}/${added.id}`, { can_push: true })).expect(200);
    const { code, stderr } = await by(['push', 'origin', 'main:by-key'], key);
    expect([code, stderr]).toEqual([0, expect.stringContaining('by-key')]);
    (await ada.post('/projects', { name: 'Other' })).expect(201);
    expect((await by(['ls-remote', ssh.urlOf('ada/other')], key)).stderr).toContain(HIDDEN);
    (await ada.delete(`${at}/${added.id}`)).expect(204);
    expect((await key.exec(null)).stderr).toContain('Permission denied (publickey)');
  }, 60_000);

  it('lets connections that do not sign in take no room from others', async () => {
    const sockets: Socket[] = [];
    const open = async (bytes: string) => {
      const socket = createConnection(hearth.sshPort, '127.0.0.1');
      socket.on('error', () => undefined);
      sockets.push(socket);
      await once(socket, 'connect');
      socket.write(bytes);
      return socket;
    };
    // A tenth of those of the process may come from one address.
    for (const bytes of ['SSH-2.0-x\r\n', 'GET / HTTP/1.1\r\n\r\n', '\0'.repeat(70_000), '']) await open(bytes);
    const closed = () => sockets.filter((each) => each.destroyed || each.closed).length;
    await waitFor('the connections above the limit to be closed', () => {
      for (const each of sockets) each.resume();
      return closed() >= sockets.length - UNAUTHENTICATED / 10;
    });
    for (const each of sockets) each.destroy();
    await waitFor('room again', async () => (await ssh.exec(null)).code === 0);
  }, 60_000);

  it('ends the gits of clients that leave, which then count no more', async () => {
    // More than a user may have at once, in rounds that any limit lets in.
    for (let round = 0; round < 5; round += 1) {
      const started = ['receive', 'upload'].map((verb) => ssh.start(`git-${verb}-pack 'ada/renamed.git'`));
      await Promise.all(started.map((each) => once(each.stdout, 'data')));
      for (const each of started) each.kill('SIGKILL');
    }
    await succeeds('ls-remote', 'origin');
  }, 60_000);

  it('survives clients that leave before they have signed in', async () => {
    for (const after of [0, 1, 20, 21, 22, 700, 1500]) {
      const socket = createConnection(hearth.sshPort, '127.0.0.1');
      socket.on('error', () => undefined);
      await once(socket, 'connect');
      socket.write(Buffer.from(`SSH-2.0-x\r\n${'\0'.repeat(1500)}`).subarray(0, after));
      socket.resetAndDestroy();
    }
    await waitFor('room again', async () => (await ssh.exec(null)).code === 0);
    await succeeds('ls-remote', 'origin');
  }, 60_000);
});
