import { ThreadPool, ThreadsBusy } from '@hearth/threads';
import { user } from '../testing/people.js';
import { ProjectsApp } from '../testing/projects-app.js';

describe('POST /markdown', () => {
  const app = ProjectsApp.inBlock();
  const render = (body: object) => app.request(user(1), 'POST', '/markdown', body);

  it.each([
    ['# Hello *world*', '<h1>Hello <em>world</em></h1>\n'],
    ['~~old~~', '<p><s>old</s></p>\n'],
    [
      '| a |\n|---|\n| b |',
      '<table>\n<thead>\n<tr>\n<th>a</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>b</td>\n</tr>\n</tbody>\n</table>\n',
    ],
    [
      'see http://example.com',
      '<p>see <a href="http://example.com" rel="nofollow noopener noreferrer">http://example.com</a></p>\n',
    ],
    ['<script>alert(1)</script>', ''],
    ['[x](javascript:alert(1))', '<p>[x](javascript:alert(1))</p>\n'],
    ['', ''],
  ])('renders %j', async (text, html) => {
    expect(await render({ text })).toMatchObject({ status: 201, body: { html } });
  });

  it('accepts gfm only where it asks for nothing', async () => {
    expect((await render({ text: 'x', gfm: false })).status).toBe(201);
    expect(await render({ text: 'x', gfm: true })).toMatchObject({
      status: 400,
      body: { error: 'gfm is not supported' },
    });
    expect(await render({ text: 'x', project: 'a/b' })).toMatchObject({
      status: 400,
      body: { error: 'project is not supported' },
    });
    expect(await render({})).toMatchObject({ status: 400, body: { error: 'text is missing' } });
    expect((await app.request(null, 'POST', '/markdown', { text: 'x' })).status).toBe(401);
  });

  it('asks to come again while too many texts wait', async () => {
    const busy = jest.spyOn(ThreadPool.prototype, 'run').mockRejectedValueOnce(new ThreadsBusy());
    expect(await render({ text: 'not rendered yet' })).toMatchObject({
      status: 503,
      body: { message: '503 Service Unavailable' },
    });
    busy.mockRestore();
  });
});
