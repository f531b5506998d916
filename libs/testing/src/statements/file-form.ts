import type { Made } from './sample.js';
import type { Target } from './target.js';

/** A picture of one pixel. */
export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
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
