import { AccessLevel } from '@hearth/contract-kit';
import { CiApp } from '../../testing/ci-app.js';
import { makePipeline } from '../../testing/make-pipeline.js';
import { PageBrowser } from '../../testing/page-browser.js';

describe('the list of jobs', () => {
  const app = CiApp.inBlock();

  it('shows the jobs of a project by status, newest first, twenty on a page', async () => {
    const project = app.others.addProject();
    const guest = new PageBrowser(app, app.user(52, project, AccessLevel.guest));
    const at = (query: string) => `/-/project/${project.card.id}/jobs${query}`;
    expect((await guest.get(at(''))).text).toContain('There are no jobs yet.');
    const names = Array.from(
      { length: 21 },
      (_, n) => ({ name: `<i>${n + 1}</i>`, when: n === 0 ? 'manual' : 'on_success' }) as const,
    );
    await makePipeline(app, project, names, { userId: 52 });
    const { status, text } = await guest.get(at(''));
    expect(status).toBe(200);
    expect(text.match(/&lt;i&gt;\d+&lt;\/i&gt;/g)?.[0]).toBe('&lt;i&gt;21&lt;/i&gt;');
    expect(text).toContain(`/-/jobs?page=2"`);
    expect((await guest.get(at('?page=2'))).text.match(/class="status /g)).toHaveLength(1);
    expect((await guest.get(at('?status=manual'))).text.match(/class="status /g)).toHaveLength(1);
    expect((await guest.get(at('?status=failed'))).text).toContain('No job matches.');
    // Guests do not read environments.
    expect([text.includes('/-/pipeline_schedules"'), text.includes('/-/environments"')]).toEqual([true, false]);
    expect(await app.countStatements(() => guest.get(at('')))).toBeLessThanOrEqual(2);
  });

  it('is hidden with its project', async () => {
    const project = app.others.addProject();
    const path = `/-/project/${project.card.id}/jobs`;
    expect((await new PageBrowser(app, app.user(53)).get(path)).status).toBe(404);
    expect((await new PageBrowser(app, null).get(path)).status).toBe(303);
  });
});
