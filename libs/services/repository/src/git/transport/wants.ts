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
/** Lines and ids that are looked at before others are served. */
const AT_ONCE = 5_000;
/** Bytes at the beginning of a request in which names of refs are looked up. */
const MOST_LOOKUP = 64 * 1024;
const WANTS_HEAD = /ref-prefix refs\/merge-requests\/\d+\/head\n/;

/** The fetch asks for what only users may have, and does not say who it is: git asks again with credentials once it is told to. */
export class SignInWanted extends Error {
  override readonly name = 'SignInWanted';
}

interface Fetcher {
  readonly rights: ReadRights;
  readonly anonymous: boolean;
}

/** What a fetch asks for. git itself answers any id by version 2 of the protocol, and by the others what its refs reach. */
export class Wants {
  constructor(
    private readonly refs: Refs,
    private readonly objects: Objects,
    private readonly reachability: Reachability,
  ) {}

  /**
   * The first id that a fetch wants although the rights do not show it; null where there is none. Tips are found without a walk,
   * so that a clone costs what it did. Ids that the repository does not have are left to git.
   * @throws MalformedRequest, and SignInWanted in place of a refusal of an anonymous client, which may be a member's
   */
  async refused(repository: RepositoryPath, body: Buffer, { rights, anonymous }: Fetcher): Promise<ObjectId | null> {
    const refused = await this.#firstHidden(repository, body, rights);
    if (anonymous && (refused !== null || (!rights.mergeRequestHeads && wantsHead(body)))) throw new SignInWanted();
    return refused;
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

/** Whether the head of a single merge request is looked up by version 2 of the protocol. */
export function wantsHead(body: Buffer): boolean {
  return WANTS_HEAD.test(body.toString('latin1', 0, MOST_LOOKUP));
}

/** The ids of all lines that want one, of any version of the protocol. Rejects with MalformedRequest for what git would read differently. */
export async function wantedIds(body: Buffer): Promise<ObjectId[]> {
  const ids = new Set<ObjectId>();
  let lines = 0;
  for (let offset = 0; offset < body.length;) {
    const digits = body.toString('latin1', offset, offset + 4);
    const length = /^[0-9a-fA-F]{4}$/.test(digits) ? Number.parseInt(digits, 16) : Number.NaN;
    // Shorter ones end a list or a part of one.
    const next = offset + Math.max(4, length);
    if (!(next <= body.length)) throw new MalformedRequest('the fetch holds what is no packet');
    const line = body.toString('latin1', offset + 4, Math.min(next, offset + 4 + LINE));
    const id = line.startsWith(WANT) ? parseObjectId(line.slice(WANT.length)) : null;
    if (id !== null) ids.add(id);
    else if (line.startsWith(WANT)) throw new MalformedRequest('the fetch wants what is no id');
    offset = next;
    lines += 1;
    // A fetch may have some 200 000 lines: others are served between them.
    if (lines % AT_ONCE === 0) await setImmediate();
  }
  return [...ids];
}
