import { freePort } from './ports.mjs';

describe('free ports', () => {
  it('are others with each call, although none is listened on yet', async () => {
    const ports = [];
    for (let call = 0; call < 20; call += 1) ports.push(await freePort());
    expect(new Set(ports).size).toBe(ports.length);
  });

  it('are none of those that are taken', async () => {
    const port = await freePort();
    expect(await freePort(new Set([port + 1]))).not.toBe(port + 1);
  });
});
