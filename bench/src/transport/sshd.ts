import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, copyFile, mkdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '@hearth/testing';

const PROGRAM = '/usr/sbin/sshd';
/** Empty folder of sshd's unprivileged part, which must exist when root starts it. */
const EMPTY_FOLDER = '/run/sshd';
const POLL_MS = 50;

/** An OpenSSH server of the benchmark's own. */
export interface Sshd {
  /** URL of a repository: its folder is put behind. */
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts sshd for the user of the process, without limits on connections that are not signed in yet.
 * @param folder an existing folder for its configuration
 * @param hostKey file of a private key
 * @param publicKey file of the key that may sign in
 * @throws Error when OpenSSH's server is not installed
 */
export async function startSshd(folder: string, hostKey: string, publicKey: string): Promise<Sshd> {
  await access(PROGRAM).catch(() => {
    throw new Error(`There is no ${PROGRAM}: install OpenSSH's server (openssh-server), which the peer is.`);
  });
  const { username, uid } = os.userInfo();
  if (uid === 0) await mkdir(EMPTY_FOLDER, { recursive: true });
  const authorized = path.join(folder, 'authorized_keys');
  await copyFile(publicKey, authorized);
  const port = await freePort();
  const configuration = {
    ListenAddress: `127.0.0.1:${port}`,
    HostKey: hostKey,
    AuthorizedKeysFile: authorized,
    PidFile: 'none',
    StrictModes: 'no',
    UsePAM: 'no',
    AcceptEnv: 'GIT_PROTOCOL',
    MaxStartups: '1000',
  };
  const file = path.join(folder, 'sshd_config');
  await writeFile(
    file,
    Object.entries(configuration)
      .map(([name, value]) => `${name} ${value}\n`)
      .join(''),
  );
  const child = spawn(PROGRAM, ['-D', '-q', '-f', file], { stdio: ['ignore', 'inherit', 'inherit'] });
  const exited = once(child, 'exit');
  const ended = exited.then(() => Promise.reject(new Error('sshd ended before it listened')));
  await Promise.race([listens(port), ended]);
  ended.catch(() => undefined);
  return {
    url: `ssh://${username}@127.0.0.1:${port}`,
    stop: async () => {
      child.kill();
      await exited;
    },
  };
}

async function listens(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
