import type { ApiClient } from '@hearth/testing';

/** Ids, addresses and secrets are each instance's own. */
const OWN = /^(?:id|_links|references|runners_token|.+_ids?|.*url.*)$/;
const ORIGIN = /^(?:\*(?:Opened|Written|Released|Merged|Closed) [^\n]*\.\*(?:\n\n|$))+/;

/** One of the two instances, as the comparison sees it. */
export interface End {
  readonly api: ApiClient;
  /** Path of the project or group, as in `/groups/12`. */
  readonly at: string;
  /** The username of a person at the target. */
  personOf(username: string): string;
  /** A text without what the import has put into it. */
  textOf(text: string): string;
}

/** The end that an import has read from: `people` by username there, with the usernames at the target; the importing user writes for others. */
export function sourceEnd(api: ApiClient, at: string, people: ReadonlyMap<string, string>): End {
  return { api, at, personOf: (username) => people.get(username) ?? 'root', textOf: (text) => text };
}

/** The end that it has written to, within the group `into`. */
export function targetEnd(api: ApiClient, at: string, into: string): End {
  const textOf = (text: string) => text.replace(ORIGIN, '').replaceAll(new RegExp(`${into} ?/ ?`, 'g'), '');
  return { api, at, personOf: (username) => username, textOf };
}

/**
 * Reads what an end answers, in the form in which both ends have to be alike. Notes of the system are left out.
 * @param path below the project or group
 * @param notKept fields that an import does not keep (docs/importing.md)
 */
export async function recordsOf(end: End, path: string, notKept: readonly string[]): Promise<unknown> {
  const answer = (await end.api.get(`${end.at}${path && `/${path}`}`)).expect(200);
  const read = path.endsWith('/raw') ? answer.text : answer.json<unknown>();
  const comparable = (value: unknown): unknown => {
    if (typeof value === 'string') return end.textOf(value) || null;
    if (Array.isArray(value)) return value.filter(isWritten).map(comparable);
    if (value === null || typeof value !== 'object') return value;
    if ('username' in value && !('access_level' in value)) return end.personOf(String(value.username));
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name]) => !OWN.test(name) && !notKept.includes(name))
        .map(([name, each]) => [name, name === 'username' ? end.personOf(String(each)) : comparable(each)]),
    );
  };
  return comparable(read);
}

function isWritten(record: unknown): boolean {
  const { system, notes } = (record ?? {}) as { system?: boolean; notes?: readonly { system: boolean }[] };
  return system !== true && notes?.[0]?.system !== true;
}
