import type { Made, Samples, Target } from '@hearth/testing';

const SECRET = '0123456789abcdef0123456789abcdef';

/** Makes files of the project, as many as the target has rows. */
async function files({ query, project, rows, fresh }: Target): Promise<Made> {
  const secret = `${SECRET}${fresh()}`;
  const made = await query<{ id: number }>(
    `insert into projects.attachments (project_id, user_id, secret, file_name, size, content)
     select $1, (select min(owner_user_id) from projects.namespaces), $2 || number, 'a.txt', 1, 'x'
     from generate_series(1, $3) as number returning id`,
    [project, secret, rows],
  );
  return { segments: { id: project, upload_id: Number(made[0]!.id), secret: `${secret}1`, filename: 'a.txt' } };
}

export const ATTACHMENTS: Samples = {
  'GET /projects/:id/uploads': { before: files },
  'POST /projects/:id/uploads': { form: 'file' },
  'GET /projects/:id/uploads/:upload_id': { before: files },
  'GET /projects/:id/uploads/:secret/:filename': { before: files },
  'GET /-/project/:id/uploads/:secret/:filename': { before: files },
  'DELETE /projects/:id/uploads/:upload_id': { before: files },
  'DELETE /projects/:id/uploads/:secret/:filename': { before: files },
};
