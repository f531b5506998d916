import { readYaml } from './yaml.rules.js';

describe('readYaml', () => {
  it('reads a text once', () => {
    const text = 'job: {script: [a]}';
    const read = readYaml(text);
    expect(read).toEqual({ job: { script: ['a'] } });
    expect(readYaml([...text].join(''))).toBe(read);
    expect(readYaml(`${text} # changed`)).not.toBe(read);
  });
});
