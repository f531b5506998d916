import { readFileSync } from 'node:fs';
import path from 'node:path';
import { nodeVersion, root } from '../hearth/paths.mjs';
import { processesOf, readCompose } from '../deployment/compose.mjs';

const dockerfile = readFileSync(path.join(root, 'Dockerfile'), 'utf8');

describe('the Dockerfile', () => {
  it('uses the Node that everything else runs on', () => {
    expect(dockerfile).toMatch(`ARG NODE_VERSION=${nodeVersion}\n`);
  });

  it('runs as the user that docker-compose.yml names, without a shell, from the tree of the script', () => {
    const users = new Set(processesOf(readCompose()).map(({ service }) => service.user));
    expect([...users]).toEqual([/^USER (\S+)$/m.exec(dockerfile)[1]]);
    expect(dockerfile).toMatch(/^ENTRYPOINT \["tini", "--", "node"\]\nCMD \["main.mjs"\]$/m);
    expect(dockerfile).toMatch('RUN node tools/image/build.mjs "$SERVICE" /image');
    expect(dockerfile).toMatch('COPY --from=build /image /app');
  });
});
