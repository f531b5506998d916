import path from 'node:path';
import { benchmarks } from '../../command-table.mjs';
import { Failure } from '../../failure.mjs';
import { ensureInstalled } from '../../install/install.mjs';
import { root } from '../../paths.mjs';
import { createProgress } from '../../progress.mjs';
import { runProgram } from '../../run-program.mjs';

/** Runs one benchmark, which starts the systems it needs through this command. Its exit status is the benchmark's. */
export async function run({ json = false, only, large = false, minutes }, [name]) {
  const known = benchmarks();
  if (!known.includes(name)) throw new Failure(`There is no benchmark "${name}": choose one of ${known.join(', ')}.`);
  await ensureInstalled(createProgress());
  const program = path.join(root, 'bench/dist', `${name}.js`);
  const flags = [
    ...(json ? ['--json'] : []),
    ...(only === undefined ? [] : ['--only', only]),
    ...(large ? ['--large'] : []),
    ...(minutes === undefined ? [] : ['--minutes', String(minutes)]),
  ];
  const env = { ...process.env, HEARTH_BENCH_CLI: path.join(root, 'hearth') };
  const { status } = await runProgram(process.execPath, ['--enable-source-maps', program, ...flags], {
    show: true,
    env,
  });
  return status;
}
