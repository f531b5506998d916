import { readFileSync } from 'node:fs';
import path from 'node:path';
import { nodeVersion, root } from '../hearth/paths.mjs';
import { processesOf, readCompose } from '../deployment/compose.mjs';

const dockerfile = readFileSync(path.join(root, 'Dockerfile'), 'utf8');

describe('the Dockerfile', () => {
  it('uses the Node that everything else runs on', () => {
    expect(dockerfile).toMatch(`ARG NODE_VERSION=${nodeVersion}\n`);
  });

  it('labels images with the version of package.json and the commit', () => {
    const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
    const labels = Object.fromEntries(
      Array.from(dockerfile.matchAll(/org\.opencontainers\.image\.(\w+)="([^"]*)"/g), ([, name, value]) => [
        name,
        value,
      ]),
    );
    expect(labels).toMatchObject({ title: 'hearth-$SERVICE', version, revision: '$REVISION' });
    expect(dockerfile).toMatch(/^ENV .* HEARTH_REVISION=\$REVISION$/m);
  });

  it('runs as the user that docker-compose.yml names, without a shell, from the tree of the script', () => {
    const users = new Set(processesOf(readCompose()).map(({ service }) => service.user));
    expect([...users]).toEqual([/^USER (\S+)$/m.exec(dockerfile)[1]]);
    expect(dockerfile).toMatch(/^ENTRYPOINT \["tini", "--", "node"\]\nCMD \["main.mjs"\]$/m);
    expect(dockerfile).toMatch('RUN node tools/image/build.mjs "$SERVICE" /image');
    expect(dockerfile).toMatch('COPY --from=build /image /app');
  });
});
