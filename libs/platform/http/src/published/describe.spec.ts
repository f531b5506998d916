import { Module } from '@nestjs/common';
import { describeService } from './describe.js';
import { SampleApp, outcome } from '../testing/sample-app.js';
import { GroupNotesController, ProjectNotesController } from '../testing/shared-endpoints.js';

describe('a controller that extends a shared one', () => {
  @Module({ controllers: [ProjectNotesController, GroupNotesController] })
  class NotesModule {}

  it('has the endpoints that it inherits and does not override', () => {
    const shown = describeService(NotesModule).endpoints.map(({ method, path, summary }) => [method, path, summary]);
    expect(shown).toEqual([
      ['GET', '/projects/:id/note', 'Get the note of a project'],
      ['DELETE', '/projects/:id/note', 'Delete the note of a project'],
      ['GET', '/groups/:id/note', 'Get the note of a group'],
    ]);
  });

  describe('in an app', () => {
    let app: SampleApp;

    beforeAll(async () => {
      app = await SampleApp.start();
    });

    afterAll(() => app.close());

    it('answers each of them for its own holder', async () => {
      expect(outcome(await app.send('GET', '/projects/1/note', { caller: 'member' }))).toEqual([
        200,
        { holder: 'project', id: 1 },
      ]);
      expect(outcome(await app.send('GET', '/groups/2/note', { caller: 'member' }))).toEqual([
        200,
        { holder: 'group', id: 2 },
      ]);
      expect((await app.send('DELETE', '/projects/1/note', { caller: 'member' })).statusCode).toBe(204);
    });

    it('has no route for what it overrides without an endpoint', async () => {
      expect((await app.send('DELETE', '/groups/2/note', { caller: 'member' })).statusCode).toBe(404);
    });
  });
});
