import { copyFile, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Certificates } from '@hearth/data/testing';
import { ProcessTls, type Signer } from '@hearth/secrets';
import { sampleAddress, sampleCaller } from './testing/sample-caller.js';
import { Say } from './testing/sample-calls.js';
import { sampleParty } from './testing/sample-keys.js';
import { SampleOwner } from './testing/sample-owner.js';

/** A call waits for an owner that it cannot connect to as long as it may: long enough for one attempt on a busy machine. */
const ENOUGH_MS = 3_000;
const hello = { text: 'hello', mood: 'well' } as const;

describe('calls over TLS', () => {
  let certificates: Certificates;
  let others: Certificates;
  let owner: SampleOwner;
  let signer: Signer;

  beforeAll(async () => {
    [certificates, others] = [await Certificates.make(), await Certificates.make()];
    const signed = await certificates.sign('projects');
    const certificate = { cert: await readFile(signed.cert, 'utf8'), key: await readFile(signed.key, 'utf8') };
    const party = await sampleParty('gateway');
    signer = party.signer;
    owner = await SampleOwner.start(JSON.stringify([party.publicKey]), 0, certificate);
  });
  afterAll(async () => {
    await owner?.close();
    await certificates?.remove();
    await others?.remove();
  });

  const trusting = (authority: string) => ProcessTls.load(() => undefined, { HEARTH_TLS_CA_FILE: authority });
  const callerOf = (tls: ProcessTls, url = owner.url) => sampleCaller({ projects: sampleAddress(url) }, signer, tls);

  it('reach an owner whose certificate is of a trusted authority', async () => {
    expect(owner.url).toMatch(/^https:/);
    const caller = callerOf(await trusting(certificates.authority));
    await expect(caller.query(Say, hello)).resolves.toMatchObject({ text: 'hello' });
    await caller.close();
  });

  it('never reach an owner of another authority or name, or without TLS', async () => {
    const right = await trusting(certificates.authority);
    const attempts: [ProcessTls, string, RegExp][] = [
      [await trusting(others.authority), owner.url, /does not listen: .*certificate/],
      [ProcessTls.none(), owner.url, /does not listen: .*certificate/],
      [right, owner.url.replace('127.0.0.1', 'localhost'), /does not match certificate/],
      [right, owner.url.replace('https:', 'http:'), /./],
    ];
    await Promise.all(
      attempts.map(async ([tls, url, reason]) => {
        const caller = callerOf(tls, url);
        await expect(caller.query(Say, hello, { timeoutMs: ENOUGH_MS })).rejects.toThrow(reason);
        await caller.close();
      }),
    );
  });

  it('trust an authority as soon as its file has it', async () => {
    const file = path.join(path.dirname(others.authority), 'trusted.pem');
    await copyFile(others.authority, file);
    const tls = await trusting(file);
    const caller = callerOf(tls);
    const patient = caller.query(Say, hello, { timeoutMs: 60_000 });
    await copyFile(certificates.authority, file);
    await tls.look();
    await expect(patient).resolves.toMatchObject({ text: 'hello' });
    await caller.close();
  });
});
