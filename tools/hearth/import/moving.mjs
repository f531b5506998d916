import { RequestRefused } from './client.mjs';
import { LeftOut } from './left-out.mjs';
import { movedText, originLine, withOrigin } from './texts.mjs';

/**
 * One run of an import: its ends, its journal and its report.
 * @typedef {object} Ends
 * @property {import('@gitbeaker/rest').Gitlab} source
 * @property {import('@gitbeaker/rest').Gitlab} here with the token of an admin, who may act as others
 * @property {string} host of the source, for texts
 * @property {import('./users.mjs').Users} users
 * @property {import('./journal.mjs').Journal} journal
 * @property {import('./report.mjs').Report} report
 * @property {boolean} dryRun whether nothing is written
 */

/** Does what all resources have in common: each record is made once, and a refusal leaves out only that record. */
export class Moving {
  #counted = new Set();

  /** @param {Ends} ends */
  constructor(ends) {
    Object.assign(this, ends);
  }

  /**
   * Makes a record unless this import has made it, and reports it.
   * @param {string} kind plural, as the report names it @param {string | number} key unique among those of this kind at the source
   * @param {{ what: string, find?: () => Promise<number | string | undefined>, create: () => Promise<number | string>, finish?: (id: any) => Promise<unknown> }} record
   *   `what` is for the report; `find` looks for the record here, after a run that ended while it was made; `finish` completes it, and may run again
   * @returns {Promise<any>} the id here; undefined for one that was left out, and in a dry run
   */
  async one(kind, key, { what, find, create, finish }) {
    if (this.dryRun) {
      this.#count(kind, key);
      return undefined;
    }
    return this.attempt(kind, what, async () => {
      const id = this.journal.idOf(kind, key) ?? (await this.#make(kind, key, { find, create }));
      if (finish) await this.attempt(kind, what, () => this.once(`${kind}: finish`, key, () => finish(id)));
      return id;
    });
  }

  /** A label of a group is in the lists of its subgroups too. */
  #count(kind, key) {
    const name = `${kind} ${key}`;
    if (!this.#counted.has(name)) this.report.moved(kind);
    this.#counted.add(name);
  }

  async #make(kind, key, { find, create }) {
    const isBegun = this.journal.isBegun(kind, key);
    if (!isBegun) this.journal.begin(kind, key);
    try {
      const id = (isBegun ? await find?.() : undefined) ?? (await create()) ?? true;
      this.journal.made(kind, key, id);
      return id;
    } catch (error) {
      // After a 500 the record may be there: the next run looks for it.
      if (error instanceof LeftOut && !(error.status >= 500)) this.journal.refused(kind, key);
      throw error;
    }
  }

  /** Does some work that may run again, until it has ended once. */
  async once(kind, key, work) {
    if (this.dryRun) return void (await work());
    const name = `${kind} ${key}`;
    if (this.journal.isDone(name)) return;
    const { leftOutCount } = this.report;
    await work();
    // The next run tries again what was left out.
    if (this.report.leftOutCount === leftOutCount) this.journal.done(name);
  }

  /** Runs some work; a refusal is reported. @returns {Promise<any>} undefined where it was refused */
  async attempt(kind, what, work) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof LeftOut)) throw error;
      this.report.leftOut(kind, what, error.message);
      return undefined;
    }
  }

  /** Reads a list of the source. One that the source refuses is reported and empty: a feature that is disabled, or a token that may not read it. */
  async list(kind, what, read) {
    return (await this.attempt(kind, what, read)) ?? [];
  }

  /**
   * Writes as the author of a record where the author is mapped and may; else as the importing user, with a line that names the author.
   * @param {{ author?: { username: string }, text: string | null, verb: string, projectUrl: string, at?: string, lines?: string[] }} written `at` is
   *   for records whose time the API does not keep; `lines` come before the text
   * @param {(as: { text: string, sudo?: string }) => Promise<any>} write
   */
  async asAuthor({ author, text, verb, projectUrl, at, lines = [] }, write) {
    const { host } = this;
    const moved = movedText(text, projectUrl);
    const body = (origin) => withOrigin([...(origin ? [originLine({ verb, host, ...origin })] : []), ...lines], moved);
    return this.asUser(author, ({ sudo }) => {
      if (sudo === undefined) return write({ text: body({ username: author?.username ?? 'deleted user', at }) });
      return write({ text: body(at === undefined ? undefined : { at }), sudo });
    });
  }

  /**
   * Writes as a user of the source who is mapped and may; else as the importing user.
   * @param {{ username: string } | null | undefined} user @param {(options: { sudo?: string }) => Promise<any>} write
   */
  async asUser(user, write) {
    const mapped = user && this.users.of(user.username);
    if (!mapped) return write({});
    try {
      return await write({ sudo: mapped.username });
    } catch (error) {
      // The user has no access to the project, or is blocked.
      if (!(error instanceof RequestRefused) || ![403, 404].includes(error.status)) throw error;
      return write({});
    }
  }
}
