import { ApiClient, segment, waitFor, type MailServer, type ReceivedMail, type UserRecord } from '@hearth/testing';
import { uniqueName } from '../system/names.js';
import type { SecondHearth } from './second-hearth.js';

/** Recipient of mails, and a second user whose actions cause them. */
export class MailRecipient {
  private constructor(
    private readonly server: MailServer,
    private readonly address: string,
    readonly username: string,
    readonly owner: ApiClient,
    readonly other: ApiClient,
    readonly project: string,
  ) {}

  static async make(target: SecondHearth, server: MailServer): Promise<MailRecipient> {
    const [username, another] = [uniqueName('mailed'), uniqueName('mailing')];
    const clientOf = async (name: string) => {
      const user = { username: name, name, email: `${name}@example.com`, password: `secret-${name}` };
      const made = await target.root.post('/users', { ...user, skip_confirmation: true });
      const { id } = made.expect(201).json<UserRecord>();
      const wanted = { name: 'mails', scopes: ['api'] };
      const minted = (await target.root.post(`/users/${id}/personal_access_tokens`, wanted)).expect(201);
      return { id, api: new ApiClient(target.url, minted.json<{ token: string }>().token) };
    };
    const [owner, other] = [await clientOf(username), await clientOf(another)];
    const project = { name: uniqueName('mails'), initialize_with_readme: true };
    const { id } = (await owner.api.post('/projects', project)).expect(201).json<{ id: number }>();
    const at = `/projects/${id}`;
    (await owner.api.post(`${at}/members`, { user_id: other.id, access_level: 40 })).expect(201);
    return new MailRecipient(server, `${username}@example.com`, username, owner.api, other.api, at);
  }

  /** Has the other user write to the project. @param path below it */
  async write<T = { iid: number }>(path: string, body: object, method: 'post' | 'put' = 'post'): Promise<T> {
    return (await this.other[method](this.project + path, body)).expect(method === 'post' ? 201 : 200).json<T>();
  }

  /** Waits for a mail to the user whose text has this sentence. */
  async mail(sentence: string): Promise<string> {
    const found = () => this.server.mails.filter(({ to }) => to.includes(this.address)).map(textOf);
    const has = (text: string) => text.includes(sentence);
    await waitFor(`a mail with "${sentence}"`, () => Promise.resolve(found().some(has)), { timeoutMs: 30_000 });
    return found().find(has)!;
  }

  /** Opens a merge request of the owner. */
  async open(): Promise<number> {
    const actions = [{ action: 'create', file_path: 'a.txt', content: 'a' }];
    const { default_branch: main } = await this.owner.read<{ default_branch: string }>(this.project);
    const commit = { branch: 'topic', start_branch: main, commit_message: 'a', actions };
    (await this.owner.post(`${this.project}/repository/commits`, commit)).expect(201);
    const wanted = { title: 'A wider door', source_branch: 'topic', target_branch: main };
    return (await this.owner.post(`${this.project}/merge_requests`, wanted)).expect(201).json<{ iid: number }>().iid;
  }

  /** Reports a failed pipeline of a branch. */
  async reportFailedPipeline(branch: string): Promise<void> {
    const path = `${this.project}/repository/branches/${segment(branch)}`;
    const { commit } = await this.owner.read<{ commit: { id: string } }>(path);
    const status = { state: 'failed', name: 'checks', ref: branch };
    (await this.owner.post(`${this.project}/statuses/${commit.id}`, status)).expect(201);
  }
}

/** Returns the text of a mail, with folded lines joined and quoted-printable parts decoded. */
function textOf({ message }: ReceivedMail): string {
  const boundary = /boundary="([^"]+)"/.exec(message)?.[1];
  const parts = boundary === undefined ? [message] : message.split(`--${boundary}`);
  return parts
    .map((part) => (/^Content-Transfer-Encoding: quoted-printable$/im.test(part) ? decoded(part) : part))
    .join('')
    .replaceAll(/\n[ \t]+/g, ' ');
}

function decoded(part: string): string {
  return part
    .replaceAll('=\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
}
