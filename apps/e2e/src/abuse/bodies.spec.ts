import { readFile } from 'node:fs/promises';
import net from 'node:net';
import { ApiClient } from '@hearth/testing';
import { hearth } from '../system/hearth.js';
import { mintToken, newPerson, type Person } from '../system/people.js';
import { systemStatus } from '../system/processes.js';
import { newProject } from '../system/projects.js';

const MIB = 1024 * 1024;
const JSON_TYPE = 'Content-Type: application/json';
const TOO_LARGE = { message: '413 Request Entity Too Large' };

/** Returns the resident memory of every process of the system, in bytes, by its name. */
async function memory(): Promise<Map<string, number>> {
  const { processes } = await systemStatus();
  const sizes = processes.map(async ({ name, pid }): Promise<[string, number]> => {
    const [, kib] = /^VmRSS:\s+(\d+) kB/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))!;
    return [name, Number(kib) * 1024];
  });
  return new Map(await Promise.all(sizes));
}

/** Sends a POST, byte by byte and without an end, and returns the first bytes of the answer. */
function halfSend(path: string, headers: readonly string[], body: Buffer | string) {
  const { hostname, port, host } = new URL(hearth.url);
  const socket = net.connect(Number(port), hostname, () => {
    socket.write(`${[`POST ${path} HTTP/1.1`, `Host: ${host}`, ...headers].join('\r\n')}\r\n\r\n`);
    socket.write(body);
  });
  const answer = new Promise<string>((resolve, reject) => {
    socket.on('data', (chunk) => resolve(chunk.toString())).on('error', reject);
  });
  return { answer, end: () => void socket.destroy() };
}

describe('request bodies that are too much', () => {
  let person: Person;
  let gitPath: string;

  beforeAll(async () => {
    person = await newPerson('abused');
    const { path_with_namespace: fullPath } = await newProject(person, 'target', 'public');
    gitPath = `/${fullPath}.git/git-upload-pack`;
  });

  it('are refused by the length that they name, and after as many bytes', async () => {
    const headers = { 'content-type': 'application/json' };
    const answer = await person.api.request('POST', '/projects', { headers, body: ' '.repeat(MIB + 1) });
    expect([answer.status, answer.json()]).toEqual([413, TOO_LARGE]);
    const caller = [`Private-Token: ${person.token}`, JSON_TYPE];
    const chunk = `${(MIB + 1).toString(16)}\r\n${' '.repeat(MIB + 1)}\r\n`;
    for (const [length, body] of [
      [`Content-Length: ${100 * MIB}`, '{'],
      ['Transfer-Encoding: chunked', chunk],
    ] as const) {
      const sent = halfSend('/api/v4/projects', [...caller, length], body);
      expect(await sent.answer).toMatch(/^HTTP\/1\.1 413 /);
      sent.end();
    }
  });

  it('are not waited for of a token without the scope', async () => {
    const token = await mintToken(person.id, 'read_user');
    const headers = [`Private-Token: ${token}`, JSON_TYPE, 'Content-Length: 1000000'];
    const sent = halfSend('/api/v4/projects', headers, '{"name":');
    expect(await sent.answer).toMatch(/^HTTP\/1\.1 403 /);
    sent.end();
    expect((await new ApiClient(hearth.url, token).get('/user')).status).toBe(200);
  });

  it('take no memory at the git endpoints, and delay no other request', async () => {
    const before = await memory();
    const body = Buffer.alloc(16 * MIB, ' ');
    const sent = Array.from({ length: 24 }, () => halfSend(gitPath, [JSON_TYPE, `Content-Length: ${100 * MIB}`], body));
    const startedAt = performance.now();
    (await person.api.get('/user')).expect(200);
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    for (const { answer } of sent) expect(await answer).toMatch(/^HTTP\/1\.1 415 /);
    const after = await memory();
    for (const { end } of sent) end();
    for (const [name, size] of after)
      expect([name, size - (before.get(name) ?? size) < 300 * MIB]).toEqual([name, true]);
  });
});
