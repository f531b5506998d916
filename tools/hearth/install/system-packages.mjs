import { existsSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Failure } from '../failure.mjs';
import { lastLines, runProgram } from '../run-program.mjs';
import { findJava, OLDEST_JAVA } from './java.mjs';

/** The oldest Python that the clients of the black-box suite run on. */
export const OLDEST_PYTHON = [3, 10];

/** Needs in words, in the order in which they are named and installed. */
const NEEDS = {
  java: `Java ${OLDEST_JAVA} or newer`,
  maven: 'Maven',
  python: `Python ${OLDEST_PYTHON.join('.')} or newer with venv`,
  redis: 'Redis or Valkey',
  chromium: 'Chromium',
  ssh: "OpenSSH's client",
  compiler: 'a C++ compiler, make, Python and the headers of OpenSSL and Kerberos',
};

/** Packages under the names that most systems give them. */
const USUAL = {
  maven: 'maven',
  python: ['python3', 'python3-pip'],
  redis: 'valkey',
  chromium: 'chromium',
  ssh: 'openssh',
};
const RED_HAT_COMPILER = ['gcc-c++', 'make', 'python3', 'krb5-devel', 'openssl-devel'];
const PLAIN_COMPILER = ['gcc', 'make', 'python', 'krb5', 'openssl'];

/**
 * Package managers with the packages for each need, in the order to try them. One of the Java packages is enough.
 * `knows` asks, without privileges, whether the system has a package; without it, installing tells.
 */
const MANAGERS = [
  {
    ...USUAL,
    command: 'apt-get',
    refresh: ['update', '-q'],
    knows: ['apt-get', 'install', '--simulate', '-q'],
    install: ['install', '-y', '-q', '--no-install-recommends'],
    java: ['openjdk-21-jre-headless', 'openjdk-17-jre-headless', 'openjdk-25-jre-headless'],
    python: ['python3', 'python3-venv'],
    redis: 'redis-server',
    chromium: 'chromium-headless-shell',
    ssh: 'openssh-client',
    compiler: ['g++', 'make', 'python3', 'libkrb5-dev', 'libssl-dev'],
    env: { DEBIAN_FRONTEND: 'noninteractive' },
  },
  {
    ...USUAL,
    command: 'dnf',
    ssh: 'openssh-clients',
    install: ['install', '-y'],
    java: ['java-21-openjdk-headless', 'java-17-openjdk-headless', 'java-latest-openjdk-headless'],
    compiler: RED_HAT_COMPILER,
  },
  {
    ...USUAL,
    command: 'yum',
    ssh: 'openssh-clients',
    install: ['install', '-y'],
    java: ['java-17-openjdk-headless'],
    redis: 'redis',
    compiler: RED_HAT_COMPILER,
  },
  {
    ...USUAL,
    command: 'apk',
    ssh: 'openssh-client',
    install: ['add'],
    java: ['openjdk21-jre-headless', 'openjdk17-jre-headless'],
    python: ['python3', 'py3-pip'],
    compiler: ['g++', 'make', 'python3', 'krb5-dev', 'openssl-dev'],
  },
  {
    ...USUAL,
    command: 'pacman',
    install: ['-S', '--noconfirm', '--needed'],
    java: ['jre-openjdk-headless'],
    python: 'python',
    compiler: PLAIN_COMPILER,
  },
  {
    ...USUAL,
    command: 'zypper',
    ssh: 'openssh-clients',
    install: ['--non-interactive', 'install'],
    java: ['java-21-openjdk-headless', 'java-17-openjdk-headless'],
    redis: 'redis',
    compiler: ['gcc-c++', 'make', 'python3', 'krb5-devel', 'libopenssl-devel'],
  },
  {
    ...USUAL,
    command: 'brew',
    install: ['install'],
    java: ['openjdk'],
    python: 'python',
    compiler: PLAIN_COMPILER,
    asUser: true,
  },
];

/**
 * Consent to the installation of system packages. Without `yes` a user at a terminal is asked; without a terminal nothing is installed.
 * @typedef {{ yes?: boolean }} Consent
 */

/** Whether Maven runs, and its version. */
export async function findMaven() {
  const { status, output } = await runProgram('mvn', ['-v']);
  return status === 0 ? /Apache Maven (\S+)/.exec(output)?.[1].replace(/\x1b\[\w*/g, '') : undefined;
}

/**
 * Makes sure that Java and Maven are there, with the system's package manager where this user may use it.
 * @param {Consent} [consent]
 * @returns {Promise<string>} the command that starts Java
 * @throws {Failure} with the command to run where it may not
 */
export async function ensureJavaAndMaven(progress, consent) {
  const [java, maven] = await Promise.all([findJava(), findMaven()]);
  if (!java.command || !maven) {
    await installMissing('Kafka', { java: !java.command, maven: !maven }, progress, consent);
    const [installed, mavenInstalled] = await Promise.all([findJava(), findMaven()]);
    if (!installed.command || !mavenInstalled) {
      throw new Failure(
        `Java ${OLDEST_JAVA} or newer and Maven are installed but not on the PATH: add them and run this again.`,
      );
    }
    return installed.command;
  }
  return java.command;
}

/**
 * Installs packages with the system's package manager if this user may use it, after reporting it and, without consent, asking.
 * @param {string} purpose the part that needs them, as the beginning of a sentence
 * @param {Partial<Record<keyof typeof NEEDS, boolean>>} missing
 * @param {Consent} [consent]
 * @throws {Failure} with the command to run if this user may not, or does not agree
 */
export async function installMissing(purpose, missing, progress, consent = {}) {
  const manager = MANAGERS.find(({ command }) => onPath(command));
  const what = Object.keys(NEEDS)
    .filter((name) => missing[name])
    .map((name) => NEEDS[name])
    .join(' and ');
  if (!manager) throw new Failure(`${purpose} needs ${what}: install that and run this again.`);
  const prefix = await privilege(manager);
  const [advice] = installCommands(await knownPackages(manager), missing);
  if (!prefix) throw new Failure(`${purpose} needs ${what}: run \`sudo ${advice.join(' ')}\` and then this again.`);
  const command = [...prefix, ...advice].join(' ');
  if (consent.yes) progress.note(`${purpose} needs ${what}: it is installed with \`${command}\`.`);
  else if (!(await isAgreedTo(`${purpose} needs ${what}. Install it with \`${command}\`?`)))
    throw new Failure(
      `${purpose} needs ${what}: run this again with --yes, which installs it, or run \`${command}\` first.`,
    );
  const run = ([command, ...args]) => {
    const [first, ...rest] = [...prefix, command, ...args];
    return runProgram(first, rest, { env: { ...process.env, ...manager.env } });
  };
  const { status, output } = await progress.step(`Installing ${what} with ${manager.command}`, async () => {
    if (manager.refresh) await run([manager.command, ...manager.refresh]);
    let result;
    for (const attempt of installCommands(await knownPackages(manager), missing)) {
      result = await run(attempt);
      if (result.status === 0) break;
    }
    return result;
  });
  if (status === 0) return;
  throw new Failure(`${what} could not be installed: see above, install it by hand and run this again.`, {
    details: lastLines(output),
  });
}

/** The manager without the Java packages that this system does not have, unless it seems to have none of them. */
async function knownPackages(manager) {
  if (!manager.knows) return manager;
  const [command, ...args] = manager.knows;
  const answers = await Promise.all(manager.java.map((name) => runProgram(command, [...args, name])));
  const java = manager.java.filter((_name, index) => answers[index].status === 0);
  return java.length > 0 ? { ...manager, java } : manager;
}

/** The commands that install what is missing, one for each Java package that the system may have. */
export function installCommands({ command, install, java, ...packages }, missing) {
  const others = Object.keys(NEEDS).flatMap((name) => (missing[name] && packages[name]) || []);
  const choices = missing.java ? java.map((name) => [name, ...others]) : [others];
  return choices.map((chosen) => [command, ...install, ...chosen]);
}

/** Asks the user at the terminal; false without a terminal. */
async function isAgreedTo(question) {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await terminal.question(`${question} [y/N] `)).trim());
  } finally {
    terminal.close();
  }
}

/** Returns the prefix of a command that needs root: nothing for root, sudo if it asks no password; undefined: not allowed. */
async function privilege({ asUser }) {
  if (asUser || process.getuid() === 0) return [];
  const { status } = await runProgram('sudo', ['-n', 'true']);
  return status === 0 ? ['sudo', '-n'] : undefined;
}

function onPath(command) {
  return process.env.PATH.split(':').some((folder) => existsSync(path.join(folder, command)));
}
