import type { Role, Target } from '../target.js';

type Segments = Readonly<Record<string, string | number>>;

/** What `before` made: segments of the path, whose token the request carries instead of the role's, and further headers. */
export interface Made {
  readonly segments?: Segments;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What one endpoint is asked with. All of it may be left out: paths are filled by what the target has, lists asked for its rows. */
export interface Sample {
  /** Segments of the path that are not the target's own: `{ key: 'key-1' }`. */
  readonly segments?: (target: Target) => Segments;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly body?: (target: Target) => object | Promise<object>;
  /** The field of a multipart form with a file, which is the body then. */
  readonly form?: string;
  /** Makes what the request changes or removes. Its statements are not counted. */
  readonly before?: (target: Target, role: Role) => Promise<Made>;
  /** Why a list may be shorter than the page that is asked for. */
  readonly short?: string;
}

/** By method and path, as the route table has them, below `/api/v4` where they are below it. */
export type Samples = Readonly<Record<string, Sample>>;

/** Segments that mean the same wherever they stand. */
export const SEGMENTS: Readonly<Record<string, (target: Target) => string | number>> = {
  branch: () => 'branch-1',
  sha: ({ sha }) => sha,
  key: () => 'key-1',
  user_id: ({ user }) => user,
  group_id: ({ group }) => group,
  project_id: ({ project }) => project,
};

/** What `:id` is, by how a path begins. */
export const RESOURCES: Readonly<Record<string, (target: Target) => string | number>> = {
  projects: ({ project }) => project,
  groups: ({ group }) => group,
  namespaces: ({ group }) => group,
  users: ({ user }) => user,
};

/** A picture of one pixel. */
export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A zip file with `a.txt`. */
export const ZIP = Buffer.from(
  'UEsDBBQAAAAAAAAANkzHp4s7BAAAAAQAAAAFAAAAYS50eHR0ZXh0UEsBAhQDFAAAAAAAAAA2TMen' +
    'izsEAAAABAAAAAUAAAAAAAAAAAAAAIABAAAAAGEudHh0UEsFBgAAAAABAAEAMwAAACcAAAAAAA==',
  'base64',
);

/** Gives a project, a group or a user a picture. @returns the segments of its path */
export async function picture({ as }: Target, kind: 'projects' | 'groups' | 'users', id: number): Promise<Made> {
  const answer = await as.admin.request('PUT', `/${kind}/${id}`, fileForm('avatar'));
  const { avatar_url: url } = answer.expect(200).json<{ avatar_url: string }>();
  return { segments: { id, file: url.slice(url.lastIndexOf('/') + 1) } };
}

/** A multipart form with one file, the picture unless it is given. */
export function fileForm(field: string, content = PIXEL): { headers: Record<string, string>; body: Buffer } {
  const head = `Content-Disposition: form-data; name="${field}"; filename="pixel.png"\r\nContent-Type: image/png`;
  const body = Buffer.concat([Buffer.from(`--part\r\n${head}\r\n\r\n`), content, Buffer.from('\r\n--part--\r\n')]);
  return { headers: { 'content-type': 'multipart/form-data; boundary=part' }, body };
}
