/** Runs one longer step of the set-up and lets the person see that it moves. */
import { spawn } from 'node:child_process';
import { signalCode } from './node.mjs';

const tickMs = 5_000;
const tailLines = 40;

/** The last lines of a long output. */
export function tail(output, lines = tailLines) {
  return output.trimEnd().split('\n').slice(-lines).join('\n');
}

/**
 * Resolves to { code, output, seconds }. With `inherit` the child draws its own progress; otherwise its output is
 * kept aside for the case of failure, and elapsed seconds are printed. A signal ends the child first, then us.
 */
export function runStep(command, args, { cwd, env, inherit = false, shell = false }) {
  return new Promise((resolve) => {
    const started = Date.now();
    const elapsed = () => (Date.now() - started) / 1000;
    const stdio = inherit ? 'inherit' : ['ignore', 'pipe', 'pipe'];
    const child = spawn(command, args, { cwd, env, stdio, shell });
    const chunks = [];
    child.stdout?.on('data', (chunk) => chunks.push(chunk));
    child.stderr?.on('data', (chunk) => chunks.push(chunk));
    const ticking = inherit ? undefined : setInterval(() => console.log(`  … ${Math.round(elapsed())} s`), tickMs);

    let stoppedBy;
    const stop = (signal) => {
      if (!stoppedBy) child.kill('SIGTERM');
      stoppedBy ??= signal;
    };
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    for (const signal of signals) process.on(signal, stop);

    const finish = (code, output) => {
      clearInterval(ticking);
      for (const signal of signals) process.off(signal, stop);
      if (stoppedBy) process.exit(signalCode(stoppedBy));
      resolve({ code, output, seconds: elapsed().toFixed(1) });
    };
    child.on('error', (error) => finish(1, error.message));
    child.on('close', (code) => finish(code ?? 1, Buffer.concat(chunks).toString('utf8')));
  });
}
