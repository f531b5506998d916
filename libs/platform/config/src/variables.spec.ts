import { z } from 'zod';
import {
  byteSize,
  byteSizeText,
  duration,
  durationText,
  flag,
  hostAndPort,
  httpUrl,
  json,
  list,
  networks,
  postgresUrl,
  redisUrl,
  wholeNumber,
} from './variables.js';

describe('kinds of values', () => {
  it.each<[z.ZodType, string, unknown]>([
    [flag(), '1', true],
    [flag(), 'False', false],
    [wholeNumber({ min: 3, max: 90 }), '90', 90],
    [duration(), '250ms', 250],
    [duration(), '5m', 300_000],
    [duration(), '0s', 0],
    [duration(), '7d', 604_800_000],
    [byteSize(), '512KiB', 524_288],
    [byteSize(), '5GiB', 5_368_709_120],
    [list(), 'a, b,,', ['a', 'b']],
    [hostAndPort(), '[::1]:8080', { host: '[::1]', port: 8080 }],
    [httpUrl(), 'https://git.example/hearth//', 'https://git.example/hearth'],
    [postgresUrl(), 'postgres://u:p@h:5432/d?sslmode=require', 'postgres://u:p@h:5432/d?sslmode=require'],
    [postgresUrl(), 'postgresql:///d?host=/run/postgresql', 'postgresql:///d?host=/run/postgresql'],
    [json(z.record(z.string(), z.number()), 'numbers by name'), '{"a":1}', { a: 1 }],
  ])('take %#: %s', (type, text, value) => {
    expect(type.parse(text)).toEqual(value);
  });

  it.each<[z.ZodType, string, RegExp]>([
    [flag(), 'secret', /^must be 1 or 0$/],
    [flag(), 'constructor', /^must be 1 or 0$/],
    [wholeNumber({ min: 3, max: 90 }), '2', /^must be a whole number from 3 to 90$/],
    [wholeNumber({ min: 3, max: 90 }), '3.5', /whole number/],
    [wholeNumber({ min: 3, max: 90 }), '1e1', /whole number/],
    [duration({ min: 100, max: 60_000 }), '10ms', /from 100ms to 1m$/],
    [duration({ min: 100, max: 60_000 }), '2m', /^must be a time such as/],
    [duration(), '10', /^must be a time such as/],
    [duration(), '-1s', /^must be a time such as/],
    [byteSize(), '5', /^must be a size such as/],
    [byteSize(), '0GiB', /^must be a size such as/],
    [list(), ' , ', /^must be values separated by commas$/],
    [networks(), '10.0.0.0/8,secret', /^must be addresses and networks such as/],
    [networks(), '10.0.0.0/33', /^must be addresses and networks such as/],
    [networks(), '10.0.0.0/', /^must be addresses and networks such as/],
    [networks(), ',', /^must be values separated by commas$/],
    [hostAndPort(), 'secret', /^must be host:port$/],
    [hostAndPort(), '127.0.0.1:65536', /^must be host:port$/],
    [httpUrl(), 'git.example', /^must be an http/],
    [httpUrl(), 'ftp://git.example', /^must be an http/],
    [httpUrl(), 'https://git.example/?a=secret', /^must be an http/],
    [postgresUrl(), 'mysql://u:secret@h/d', /^must be a postgres:/],
    [postgresUrl(), 'secret', /^must be a postgres:/],
    [redisUrl(), 'http://u:secret@h', /^must be a redis:/],
    [json(z.record(z.string(), z.number()), 'numbers by name'), '{"secret":', /^must be JSON: numbers by name$/],
    [json(z.record(z.string(), z.number()), 'numbers by name'), '{"a":"secret"}', /^must be JSON: numbers by name$/],
  ])('refuse %#: %s, without repeating it', (type, text, message) => {
    const { error } = type.safeParse(text);
    expect(error?.issues).toHaveLength(1);
    expect(error?.issues[0]?.message).toMatch(message);
    expect(error?.issues[0]?.message).not.toContain('secret');
  });

  it('takes addresses and networks of both families', () => {
    const known = networks().parse('127.0.0.1, 10.1.0.0/16,fd00::/8,::1');
    const found = [
      ['127.0.0.1', 'ipv4'],
      ['10.1.255.1', 'ipv4'],
      ['::ffff:10.1.0.1', 'ipv6'],
      ['fd00::7', 'ipv6'],
      ['::1', 'ipv6'],
      ['127.0.0.2', 'ipv4'],
      ['10.2.0.1', 'ipv4'],
      ['fe80::1', 'ipv6'],
    ] as const;
    expect(found.filter(([address, family]) => known.check(address, family)).map(([address]) => address)).toEqual(
      found.slice(0, 5).map(([address]) => address),
    );
  });

  it('writes sizes in the largest unit that fits', () => {
    expect([1536, 2 ** 20, 5 * 2 ** 30, 7].map(byteSizeText)).toEqual(['1536 bytes', '1 MiB', '5 GiB', '7 bytes']);
  });

  it('writes times as they would stand in a variable', () => {
    expect([0, 250, 1000, 90_000, 3_600_000].map(durationText)).toEqual(['0s', '250ms', '1s', '90s', '1h']);
  });
});
