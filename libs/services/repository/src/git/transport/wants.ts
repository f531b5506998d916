import { setImmediate } from 'node:timers/promises';
import { parseObjectId, type ObjectId } from '../refs/object-id.js';
import type { RepositoryPath } from '../refs/paths.js';
import type { Objects } from '../objects/objects.js';
import type { Reachability } from '../reads/reachability.js';
import type { ReadRights } from '../reads/read-rights.js';
import type { Refs } from '../reads/refs.js';
import { MalformedRequest } from './pkt-line.js';

const WANT = 'want ';
const LINE = WANT.length + 40;
/** Lines and ids processed before other requests get a turn. */
const AT_ONCE = 5_000;
/** Bytes at the beginning of a request that are searched for names of refs. */
const MOST_LOOKUP = 64 * 1024;
const WANTS_HEAD = /ref-prefix refs\/merge-requests\/\d+\/(?:head|merge)\n/;

/** An anonymous fetch asks for objects that only signed-in users may read. git repeats it with credentials after a 401. */
export class SignInWanted extends Error {
  override readonly name = 'SignInWanted';
}

interface Fetcher {
  readonly rights: ReadRights;
  readonly anonymous: boolean;
}

/**
 * Checks the ids that a fetch wants. git itself serves any id in version 2 of the protocol, and in the other versions the ids that its refs
 * reach.
 */
export class Wants {
  constructor(
    private readonly refs: Refs,
    private readonly objects: Objects,
    private readonly reachability: Reachability,
  ) {}

  /**
   * Returns the first wanted id that the rights do not show; null when there is none. Tips are found without a walk, so that a clone costs no more
   * than before. Ids that the repository does not have are left to git.
   * @throws MalformedRequest; SignInWanted instead of a refusal of an anonymous client, which may belong to a member
   */
  async refused(repository: RepositoryPath, body: Buffer, { rights, anonymous }: Fetcher): Promise<ObjectId | null> {
    const refused = await this.#firstHidden(repository, body, rights);
    if (anonymous && (refused !== null || (!rights.mergeRequestHeads && wantsHead(body)))) throw new SignInWanted();
    return refused;
  }

  /** Returns whether the repository lacks an object that is wanted. @throws MalformedRequest */
  async lacks(repository: RepositoryPath, body: Buffer): Promise<boolean> {
    const tips = new Set((await this.refs.readable(repository, true)).values());
    const unknown = (await wantedIds(body)).filter((id) => !tips.has(id));
    for (let from = 0; from < unknown.length; from += AT_ONCE) {
      const some = unknown.slice(from, from + AT_ONCE);
      const infos = await Promise.all(some.map((id) => this.objects.info(repository, id)));
      if (infos.includes(null)) return true;
    }
    return false;
  }

  async #firstHidden(repository: RepositoryPath, body: Buffer, rights: ReadRights): Promise<ObjectId | null> {
    const tips = new Set((await this.refs.readable(repository, rights.mergeRequestHeads)).values());
    const unknown = (await wantedIds(body)).filter((id) => !tips.has(id));
    for (let from = 0; from < unknown.length; from += AT_ONCE) {
      const some = unknown.slice(from, from + AT_ONCE);
      const infos = await Promise.all(some.map((id) => this.objects.info(repository, id)));
      const idsOf = (commits: boolean) =>
        infos.flatMap((info) => (info !== null && (info.type === 'commit') === commits ? [info.id] : []));
      const hidden =
        (await this.reachability.firstUnreached(repository, 'commits', idsOf(true), rights)) ??
        (await this.reachability.firstUnreached(repository, 'objects', idsOf(false), rights));
      if (hidden !== null) return hidden;
    }
    return null;
  }
}

/** Returns whether the request looks up the head or the tried merge of a single merge request (version 2 of the protocol). */
export function wantsHead(body: Buffer): boolean {
  return WANTS_HEAD.test(body.toString('latin1', 0, MOST_LOOKUP));
}

/** Returns the ids of all "want" lines, of any version of the protocol. Rejects with MalformedRequest for lines that git would read differently. */
export async function wantedIds(body: Buffer): Promise<ObjectId[]> {
  const ids = new Set<ObjectId>();
  let lines = 0;
  for (let offset = 0; offset < body.length;) {
    const digits = body.toString('latin1', offset, offset + 4);
    const length = /^[0-9a-fA-F]{4}$/.test(digits) ? Number.parseInt(digits, 16) : Number.NaN;
    // Shorter lengths end a list or a part of one.
    const next = offset + Math.max(4, length);
    if (!(next <= body.length)) throw new MalformedRequest('the fetch holds what is no packet');
    const line = body.toString('latin1', offset + 4, Math.min(next, offset + 4 + LINE));
    const id = line.startsWith(WANT) ? parseObjectId(line.slice(WANT.length)) : null;
    if (id !== null) ids.add(id);
    else if (line.startsWith(WANT)) throw new MalformedRequest('the fetch wants what is no id');
    offset = next;
    lines += 1;
    // A fetch may have some 200 000 lines, so other requests are served between them.
    if (lines % AT_ONCE === 0) await setImmediate();
  }
  return [...ids];
}
