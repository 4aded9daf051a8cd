/** The program that reads the scripts of a release without running them. */
import type { ScriptProblems, ScriptsRequest } from '../messages.js';
import { reportStep, serve } from './channel.js';
import { causeOf } from './failure.js';
import { definesContainer, findEval, findSecondReact, parseScript } from './script-rules.js';

/** Of each kind; the gate shows no more. */
const MAX_PROBLEMS = 10;

await serve(async ({ scripts, entry, container }: ScriptsRequest): Promise<ScriptProblems> => {
  const problems: ScriptProblems = { syntax: [], container: [], secondReact: [], noEval: [] };
  for (const { path, source } of scripts) {
    reportStep(path);
    try {
      const script = parseScript(path, source);
      problems.secondReact.push(...findSecondReact(script));
      problems.noEval.push(...findEval(script));
      if (path === entry && !definesContainer(script, container))
        problems.container.push(`${path} does not define the global ${container}.`);
    } catch (error) {
      problems.syntax.push(`${path} is not valid JavaScript: ${causeOf(error)}`);
    }
  }
  for (const found of Object.values(problems)) found.splice(MAX_PROBLEMS);
  return problems;
});
