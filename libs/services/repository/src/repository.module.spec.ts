import { describeService } from '@hearth/http';
import { RepositoryModule } from './repository.module.js';

describe('the endpoints of repository', () => {
  const { endpoints, raw } = describeService(RepositoryModule);

  it('are answered by the process that has the repository', () => {
    // Storages and moves between them are rows: any process answers.
    const about = endpoints.filter(({ path }) =>
      /^\/projects\/:id(?!\/(?:repository_storage_moves|storage)(?:\/|$))/.test(path),
    );
    expect(about).not.toEqual([]);
    expect(about.filter(({ routeBy }) => routeBy !== 'storage')).toEqual([]);
    expect(raw.map(({ routeBy }) => routeBy)).toEqual(['storage']);
  });
});
