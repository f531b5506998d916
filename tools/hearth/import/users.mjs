import { readFileSync } from 'node:fs';
import { Failure } from '../failure.mjs';

/**
 * Reads the file of `--users`: YAML that maps usernames of the source to those of users here.
 * @returns {Promise<Map<string, string>>} empty without a file
 * @throws {Failure} for a file that cannot be read, or is something else
 */
export async function readUsers(file) {
  if (file === undefined) return new Map();
  const [{ parse }, { z }] = await Promise.all([import('yaml'), import('zod')]);
  const { success, data } = z.record(z.string(), z.string()).safeParse(parsed(parse, file));
  if (!success)
    throw new Failure(`${file} does not map usernames to usernames: write lines such as "alice: alice.smith".`, {
      exitCode: 2,
    });
  return new Map(Object.entries(data));
}

function parsed(parse, file) {
  try {
    return parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new Failure(`${file} cannot be read as YAML (${cause.message.split('\n')[0]}).`, { exitCode: 2, cause });
  }
}

/** The users here by the usernames of the source. */
export class Users {
  #byUsername;

  /** @param {Map<string, { id: number, username: string }>} byUsername */
  constructor(byUsername) {
    this.#byUsername = byUsername;
  }

  /**
   * Finds the users of a mapping.
   * @throws {Failure} when there is none of a name
   */
  static async find(client, names) {
    const found = new Map();
    for (const [source, username] of names) {
      const [user] = await client.Users.all({ username });
      if (!user) throw new Failure(`There is no user "${username}" here for "${source}": correct the file of --users.`);
      found.set(source, { id: user.id, username: user.username });
    }
    return new Users(found);
  }

  /** The user here; undefined for one who is not mapped. */
  of(username) {
    return this.#byUsername.get(username);
  }

  /** Ids of those of some users of the source who are mapped. */
  idsOf(users = []) {
    return users.flatMap(({ username }) => this.of(username)?.id ?? []);
  }
}
