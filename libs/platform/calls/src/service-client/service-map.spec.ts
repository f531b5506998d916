import { ServiceMap } from './service-map.js';

const address = (port: number) => ({ routed: `http://10.0.0.1:${port}`, internal: `http://10.0.0.1:${port + 1}` });
const parse = (services: unknown) => ServiceMap.parse(JSON.stringify(services));

describe('ServiceMap', () => {
  it('knows one address or several of a service, and storages by their owners', () => {
    const services = parse({
      identity: address(10),
      projects: [address(20), address(30)],
      repository: { 'storage-1': address(40), 'storage-2': address(50) },
    });
    expect(services.find('identity')).toEqual([address(10)]);
    expect(services.find('projects')).toEqual([address(20), address(30)]);
    expect(services.find('repository', 'storage-2')).toEqual([address(50)]);
    expect(services.find('repository')).toEqual([address(40), address(50)]);
    expect(services.find('repository', 'storage-3')).toEqual([]);
    expect(services.find('ci')).toEqual([]);
  });

  it('takes an address with a slash at its end', () => {
    const services = parse({ ci: { routed: 'http://ci:1/', internal: 'https://ci/' } });
    expect(services.find('ci')).toEqual([{ routed: 'http://ci:1', internal: 'https://ci' }]);
  });

  it.each([
    ['[]', 'it must be an object'],
    ['{', 'it is not JSON'],
    ['{"project":{}}', 'there is no service project'],
    ['{"ci":"http://ci:1"}', 'ci must be an object'],
    ['{"ci":[]}', 'ci names no address'],
    ['{"ci":{"routed":"http://ci:1"}}', 'ci.internal must be an http:// or https:// URL'],
    ['{"ci":[{"routed":"ci:1","internal":"http://ci:2"}]}', 'ci[0].routed must be an http:// or https:// URL'],
    [
      '{"ci":{"routed":"http://ci:1/x","internal":"http://ci:2"}}',
      'ci.routed must be a URL of scheme, host and port only',
    ],
    ['{"repository":{"s":null}}', 'repository.s must be an object'],
    ['{"repository":{"s":{}}}', 'repository.s.routed must be an http:// or https:// URL'],
  ])('says what is wrong with %s', (json, sentence) => {
    expect(() => ServiceMap.parse(json)).toThrow(new Error(sentence));
  });

  it('is a setting whose mistakes are one sentence', () => {
    const before = process.env['HEARTH_SERVICES'];
    try {
      process.env['HEARTH_SERVICES'] = '{"ci":[]}';
      expect(() => ServiceMap.fromEnvironment()).toThrow(
        /^HEARTH_SERVICES has an unusable value \(ci names no address\): Where the other services are.*\.$/,
      );
      delete process.env['HEARTH_SERVICES'];
      expect(() => ServiceMap.fromEnvironment()).toThrow(
        /^HEARTH_SERVICES is not set: Where the other services are.*\.$/,
      );
    } finally {
      if (before === undefined) delete process.env['HEARTH_SERVICES'];
      else process.env['HEARTH_SERVICES'] = before;
    }
  });
});
