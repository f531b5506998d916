import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Git } from '@hearth/testing';
import { startPeer, type Peer } from '../system/child.js';
import { makeHistory, type HistorySize } from './git-history.js';
import type { Hearth } from '../system/hearth.js';
import { pushed, type GitSide } from './transfers.js';

/** The same generated repository in Hearth and in git's own HTTP server, with the same settings. */
export class GitSides {
  private constructor(
    readonly folder: string,
    readonly projectId: number,
    readonly size: HistorySize,
    /** The repository as it was generated. */
    readonly source: Git,
    readonly ours: GitSide,
    readonly theirs: GitSide,
    private readonly peer: Peer,
  ) {}

  static async make(hearth: Hearth, folder: string, size: HistorySize): Promise<GitSides> {
    const source = await makeHistory(path.join(folder, 'source'), size);
    const root = path.join(folder, 'peer');
    await mkdir(root);
    const peer = await startPeer('git-http-backend', { PEER_ROOT: root });
    const { id, http_url_to_repo: url } = await hearth.createProject('history');
    const ours = await pushed(source, path.join(folder, 'ours'), {
      url: url.replace('http://', `http://root:${hearth.token}@`),
    });
    await new Git(root).run(['init', '--quiet', '--bare', 'history.git']);
    // Checks of objects, reflogs, packs kept as they come: what is compared is the way there.
    const settings = await hearth.repositorySettings();
    await writeFile(path.join(root, 'history.git/config'), `${settings}[http]\n\treceivepack = true\n`);
    const theirs = await pushed(source, path.join(folder, 'theirs'), { url: `${peer.url}/history.git` });
    return new GitSides(folder, id, size, source, ours, theirs, peer);
  }

  stop(): Promise<void> {
    return this.peer.stop();
  }
}
