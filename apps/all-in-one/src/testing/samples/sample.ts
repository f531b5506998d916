import type { Role, Target } from '../target.js';

type Segments = Readonly<Record<string, string | number>>;

/** Results of `before`: segments of the path, a token that replaces the role's, and further headers. */
export interface Made {
  readonly segments?: Segments;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The request to one endpoint. Every property may be left out: paths are filled from the target, and lists request its rows. */
export interface Sample {
  /** Segments of the path that differ from the target's: `{ key: 'key-1' }`. */
  readonly segments?: (target: Target) => Segments;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly body?: (target: Target) => object | Promise<object>;
  /** Name of a multipart form's file field; the body is that form. */
  readonly form?: string;
  /** Makes the record that the request changes or removes. Its statements are not counted. */
  readonly before?: (target: Target, role: Role) => Promise<Made>;
  /** Reason why a list may be shorter than the requested page. */
  readonly short?: string;
}

/** Samples by method and path as in the route table; paths of the API are relative to `/api/v4`. */
export type Samples = Readonly<Record<string, Sample>>;

/** Segments with the same meaning in every path. */
export const SEGMENTS: Readonly<Record<string, (target: Target) => string | number>> = {
  branch: () => 'branch-1',
  sha: ({ sha }) => sha,
  key: () => 'key-1',
  user_id: ({ user }) => user,
  group_id: ({ group }) => group,
  project_id: ({ project }) => project,
};

/** Meaning of `:id`, by the beginning of a path. */
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

/** Uploads a picture for a project, a group or a user. @returns the segments of its path */
export async function picture({ as }: Target, kind: 'projects' | 'groups' | 'users', id: number): Promise<Made> {
  const answer = await as.admin.request('PUT', `/${kind}/${id}`, fileForm('avatar'));
  const { avatar_url: url } = answer.expect(200).json<{ avatar_url: string }>();
  return { segments: { id, file: url.slice(url.lastIndexOf('/') + 1) } };
}

/** Returns a multipart form with one file, by default the picture. */
export function fileForm(field: string, content = PIXEL): { headers: Record<string, string>; body: Buffer } {
  const head = `Content-Disposition: form-data; name="${field}"; filename="pixel.png"\r\nContent-Type: image/png`;
  const body = Buffer.concat([Buffer.from(`--part\r\n${head}\r\n\r\n`), content, Buffer.from('\r\n--part--\r\n')]);
  return { headers: { 'content-type': 'multipart/form-data; boundary=part' }, body };
}
