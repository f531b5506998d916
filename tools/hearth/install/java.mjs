import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { runProgram } from '../run-program.mjs';

/** The oldest Java that Kafka and its tools run on. */
export const OLDEST_JAVA = 17;

/** The major version in what `java -version` prints; undefined when it is not Java speaking. */
export function javaMajor(output) {
  const [, major, minor] = /version "(\d+)(?:\.(\d+))?/.exec(output) ?? [];
  if (!major) return undefined;
  return major === '1' ? Number(minor) : Number(major);
}

/** Places where a Java may be that is not on the PATH. */
function candidates() {
  const home = process.env.JAVA_HOME ? [path.join(process.env.JAVA_HOME, 'bin/java')] : [];
  const brew = ['/opt/homebrew/opt/openjdk/bin/java', '/usr/local/opt/openjdk/bin/java'];
  return [...home, 'java', ...brew.filter(existsSync)];
}

/**
 * The first Java that is new enough.
 * @returns {Promise<{ command: string, major: number } | { found?: number }>} `found`: the version of one that is too old
 */
export async function findJava() {
  let found;
  for (const command of candidates()) {
    const { status, output } = await runProgram(command, ['-version']);
    const major = status === 0 ? javaMajor(output) : undefined;
    if (major >= OLDEST_JAVA) return { command, major };
    found ??= major;
  }
  return { found };
}

/** The file behind a command, through PATH and links. */
export function resolveCommand(command) {
  const places = path.isAbsolute(command)
    ? [command]
    : process.env.PATH.split(':').map((folder) => path.join(folder, command));
  return realpathSync(places.find(existsSync) ?? command);
}
