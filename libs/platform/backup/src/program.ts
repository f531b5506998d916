import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { configurationErrorIn, defineSettings } from '@hearth/config';
import { checkProgramSettings } from '@hearth/service';
import { z } from 'zod';
import { BackupFailure } from './backup-failure.js';

const settings = defineSettings(
  'Backups',
  {
    HEARTH_BACKUP_PASSPHRASE_FILE: z
      .string()
      .optional()
      .describe('File with the passphrase that the secrets of a backup are encrypted with'),
  },
  { readBy: ['backup.js', 'restore-files.js'] },
);

const FAILED = 1;
const MISTAKE = 2;

/** Arguments of the programs: the place of the backup, and options with a value. */
export interface ProgramArguments {
  readonly place: string;
  readonly options: Readonly<Record<string, string | undefined>>;
}

/**
 * Runs a program of backups; its last line on standard error is the sentence of a failure.
 * @param file the program's name: `backup.js`
 * @returns the exit status: 0, 1 for a failure, 2 for a mistake in the configuration
 */
export async function runBackupProgram(
  file: string,
  args: readonly string[],
  work: (given: ProgramArguments) => Promise<number>,
): Promise<number> {
  try {
    checkProgramSettings(file);
    return await work(argumentsOf(args));
  } catch (error) {
    const mistake = configurationErrorIn(error);
    const isExpected = mistake ?? error instanceof BackupFailure;
    const detail = (error as Error).stack ?? String(error);
    process.stderr.write(
      isExpected ? `${(mistake ?? (error as Error)).message}\n` : `${detail}\n${(error as Error).message}\n`,
    );
    return mistake ? MISTAKE : FAILED;
  }
}

/** @throws BackupFailure when there is no passphrase */
export async function passphrase(): Promise<string> {
  const { HEARTH_BACKUP_PASSPHRASE_FILE: file } = settings.read();
  const text = file && (await readFile(file, 'utf8').catch(() => '')).replace(/\r?\n$/, '');
  if (text) return text;
  throw new BackupFailure('There is no passphrase: HEARTH_BACKUP_PASSPHRASE_FILE leads to no file with one.');
}

function argumentsOf(args: readonly string[]): ProgramArguments {
  const value = { type: 'string' } as const;
  const options = { work: value, secrets: value, at: value, keep: value };
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  return { place: positionals[0] ?? '', options: values };
}
