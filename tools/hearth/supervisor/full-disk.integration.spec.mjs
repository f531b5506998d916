import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { run as up } from '../commands/up.mjs';
import { statusOf } from '../commands/status.mjs';
import { dataFolder } from '../data-folder.mjs';
import { isRunning } from '../process-identity.mjs';
import { temporaryFolder } from '../suites/temporary-folder.mjs';
import { fakeSystem } from './fixtures/fake-system.mjs';
import { readState } from './state.mjs';

const MIB = 1024 ** 2;
/** Ten seconds are promised on a machine that is not busy; elsewhere this service would get forty. */
const STOP_MS = 30_000;

/** A service that hears no signal, as one that writes its last lines to a full disk. */
const DEAF = `
  import { createServer } from 'node:http';
  const [host, port] = process.env.HEARTH_INTERNAL.split(':');
  process.on('SIGTERM', () => {});
  process.on('disconnect', () => process.exit(0));
  createServer((_, response) => response.end('{"created":false,"username":"root"}')).listen(port, host);`;

describe('a system on a disk that has become full', () => {
  let folder;
  let mounted;
  beforeAll(() => {
    folder = temporaryFolder('hearth-full-');
    mkdirSync(path.join(folder, 'disk'));
    // Needs a system that lets this user mount; elsewhere there is nothing to see.
    const size = ['-t', 'tmpfs', '-o', 'size=300m,mode=755', 'tmpfs'];
    mounted = spawnSync('mount', [...size, path.join(folder, 'disk')]).status === 0;
  });
  afterAll(() => {
    if (mounted) spawnSync('umount', [path.join(folder, 'disk')]);
    rmSync(folder, { recursive: true, force: true });
  });

  it('says so, stops at once, and starts again with more space', async () => {
    if (!mounted) return;
    const data = dataFolder(path.join(folder, 'disk', 'data'));
    const deaf = path.join(folder, 'deaf.mjs');
    writeFileSync(deaf, DEAF);
    const nothing = path.join(import.meta.dirname, 'backoff.mjs');
    const program = (_app, kind) => (kind === 'main' ? deaf : nothing);
    const tooSmall = 'is too full for pushes';
    await expect(up({ port: 1, data: data.folder })).rejects.toThrow(tooSmall);

    const { system } = await fakeSystem(data.folder, { program });
    await system.start();
    expect((await statusOf(data)).problems).toEqual([expect.stringContaining(tooSmall)]);
    const fill = path.join(folder, 'disk', 'fill');
    expect(() => writeFileSync(fill, Buffer.alloc(300 * MIB))).toThrow('ENOSPC');
    expect(await statusOf(data)).toMatchObject({ status: 'ready', problems: [expect.stringContaining('is full')] });
    const { processes } = readState(data);
    const startedAt = performance.now();
    await system.stop();
    expect(performance.now() - startedAt).toBeLessThan(STOP_MS);
    expect(processes.filter(isRunning)).toEqual([]);
    await expect(up({ port: 1, data: data.folder })).rejects.toThrow(/the disk of .* is full, so free some space/);

    rmSync(fill);
    const again = await fakeSystem(data.folder, { program });
    await again.system.start();
    expect((await statusOf(data)).status).toBe('ready');
    await again.system.stop(0);
  });
});
