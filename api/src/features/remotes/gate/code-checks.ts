import type { GateCheck, ReleaseManifest } from '@godhuli/contracts/releases';
import type {
  AssignmentExpression,
  CallExpression,
  Expression,
  Identifier,
  MemberExpression,
  NewExpression,
  Node,
  Program,
  Property,
  Super,
} from 'acorn';
import { type ParsedScript, walk } from './candidate.js';
import { verdict } from './static-checks.js';

/** The names under which react and react-dom (18 and 19) publish their insides; only they themselves assign them. */
const REACT_INSIDES = new Set([
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
  '__SERVER_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
  '__DOM_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
  '__SECRET_INTERNALS_DO_NOT_USE_OR_YOU_WILL_BE_FIRED',
]);
/** What a React renderer tells the developer tools about itself. */
const RENDERER_MARKS = new Set(['reconcilerVersion', 'rendererPackageName']);

const isIdentifier = (node: Node | undefined | null, name?: string): node is Identifier =>
  node?.type === 'Identifier' && (name === undefined || (node as Identifier).name === name);

/** The text of a string or of a template without holes. */
function textOf(node: Node | undefined | null): string | undefined {
  if (node?.type === 'Literal') {
    const { value } = node as unknown as { value: unknown };
    return typeof value === 'string' ? value : undefined;
  }
  if (node?.type === 'TemplateLiteral') {
    const { quasis } = node as unknown as { quasis: { value: { cooked?: string | null } }[] };
    return quasis[0]?.value.cooked ?? undefined;
  }
  return undefined;
}

/** The name of a member or property, `a.name` and `a['name']` alike. */
function propertyName(node: MemberExpression | Property): string | undefined {
  const key = node.type === 'MemberExpression' ? node.property : node.key;
  return !node.computed && isIdentifier(key) ? key.name : textOf(key);
}

/** Every script is JavaScript at all. */
export function checkSyntax(scripts: readonly ParsedScript[]): GateCheck {
  const problems = scripts.flatMap(({ path, problem }) =>
    problem ? [`${path} is not valid JavaScript: ${problem}.`] : [],
  );
  return verdict('syntax', problems, `${scripts.length} scripts can be read.`);
}

/** No second React: two of them in one page break hooks and context. */
export function checkSecondReact(scripts: readonly ParsedScript[]): GateCheck {
  const found = new Set<string>();
  for (const { path, program } of scripts) {
    if (!program) continue;
    walk(program, (node) => {
      const mark = reactMark(node);
      if (mark) found.add(`${path} bundles its own React (${mark}). Use react and react-dom from the host.`);
    });
  }
  return verdict('second-react', [...found], 'React is not bundled.');
}

function reactMark(node: Node): string | undefined {
  if (node.type === 'AssignmentExpression') {
    const { left } = node as AssignmentExpression;
    const name = left.type === 'MemberExpression' ? propertyName(left) : undefined;
    return name !== undefined && REACT_INSIDES.has(name) ? name : undefined;
  }
  if (node.type === 'Property') {
    const name = propertyName(node as Property);
    return name !== undefined && (RENDERER_MARKS.has(name) || REACT_INSIDES.has(name)) ? name : undefined;
  }
  return undefined;
}

const FOREIGN = /^(https?:|wss?:)?\/\//i;
/** Calls and constructors that go to the address in their first argument. */
const LOADERS = new Set(['fetch', 'importScripts', 'Worker', 'SharedWorker', 'WebSocket', 'EventSource', 'sendBeacon']);
/** `script.src = …`, and `p`, webpack's public path (`__webpack_require__.p = …`). */
const ADDRESS_PROPERTIES = new Set(['src', 'p']);
const TIMERS = new Set(['setTimeout', 'setInterval']);

/** No code from text, and nothing loaded from another origin. */
export function checkNoEval(scripts: readonly ParsedScript[]): GateCheck {
  const found = new Set<string>();
  for (const { path, program } of scripts) {
    if (!program) continue;
    walk(program, (node, around) => {
      const problem = evalProblem(node, around) ?? foreignProblem(node);
      if (problem) found.add(`${path} ${problem}.`);
    });
  }
  return verdict('no-eval', [...found], 'The code does not use eval or other origins.');
}

function evalProblem(node: Node, around: readonly Node[]): string | undefined {
  if (isIdentifier(node, 'eval') && isReference(node, around.at(-1))) return 'uses eval';
  if (node.type === 'MemberExpression' && propertyName(node as MemberExpression) === 'eval') return 'uses eval';
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return undefined;
  const { callee, arguments: values } = node as CallExpression | NewExpression;
  const called = calledName(callee);
  if (called === 'Function' && !isGlobalThisIdiom(values)) return 'creates code from text with Function';
  if (called && TIMERS.has(called) && textOf(values[0]) !== undefined) return `passes text to ${called}`;
  return undefined;
}

/** Whether an identifier stands for a variable here, and is not merely a property's name. */
function isReference(node: Node, parent: Node | undefined): boolean {
  if (parent?.type === 'MemberExpression') {
    const member = parent as MemberExpression;
    return member.object === node || member.computed;
  }
  if (parent?.type === 'Property') {
    const property = parent as Property;
    return property.value === node || property.computed;
  }
  return parent?.type !== 'MethodDefinition' && parent?.type !== 'PropertyDefinition';
}

/** `x(…)`, `window.x(…)` and `(0, x)(…)` all call `x`. */
function calledName(callee: Expression | Super): string | undefined {
  if (isIdentifier(callee)) return callee.name;
  if (callee.type === 'MemberExpression') return propertyName(callee);
  if (callee.type === 'SequenceExpression') {
    const last = callee.expressions.at(-1);
    return last ? calledName(last) : undefined;
  }
  return callee.type === 'ParenthesizedExpression' ? calledName(callee.expression) : undefined;
}

/**
 * `Function('return this')`: how webpack and older libraries find the global object where `globalThis` is
 * missing. The text is constant, and no browser of ours reaches it.
 */
const isGlobalThisIdiom = (values: readonly Node[]): boolean =>
  values.length === 1 && /^return this;?$/.test(textOf(values[0])?.trim() ?? '');

function foreignProblem(node: Node): string | undefined {
  const address = addressOf(node);
  return address !== undefined && FOREIGN.test(address) ? `uses another origin: ${address.slice(0, 80)}` : undefined;
}

/** The constant address that a node loads from, if it loads at all. */
function addressOf(node: Node): string | undefined {
  if (node.type === 'ImportExpression' || /^(Import|ExportNamed|ExportAll)Declaration$/.test(node.type)) {
    return textOf((node as unknown as { source?: Node | null }).source);
  }
  if (node.type === 'CallExpression' || node.type === 'NewExpression') {
    const { callee, arguments: values } = node as CallExpression | NewExpression;
    const called = calledName(callee);
    return called && LOADERS.has(called) ? textOf(values[0]) : undefined;
  }
  if (node.type === 'AssignmentExpression') {
    const { left, right } = node as AssignmentExpression;
    const name = left.type === 'MemberExpression' ? propertyName(left) : undefined;
    return name !== undefined && ADDRESS_PROPERTIES.has(name) ? textOf(right) : undefined;
  }
  return undefined;
}

/** The entry makes the manifest's container a global, whose name holds a hash: two releases can meet in one page. */
export function checkContainer(
  scripts: readonly ParsedScript[],
  manifest: ReleaseManifest,
  takenBy: string | null,
): GateCheck {
  const problems: string[] = [];
  const { container, entry } = manifest;
  if (!/[0-9a-f]{8,}$/.test(container)) problems.push(`The container's name ${container} does not end with a hash.`);
  if (takenBy) problems.push(`The container's name ${container} belongs to release ${takenBy}, with other code.`);
  const program = scripts.find(({ path }) => path === entry)?.program as Program | undefined;
  if (program && !program.body.some((statement) => definesGlobal(statement, container))) {
    problems.push(`${entry} does not define the global ${container}.`);
  }
  if (!scripts.some(({ path }) => path === entry)) problems.push(`The entry ${entry} is not a browser script.`);
  return verdict('container', problems, `${entry} defines ${container}.`);
}

function definesGlobal(statement: Node, name: string): boolean {
  if (statement.type === 'VariableDeclaration') {
    const { kind, declarations } = statement as unknown as { kind: string; declarations: { id: Node }[] };
    // `let` and `const` of a script are no properties of the global object, where the host looks.
    return kind === 'var' && declarations.some(({ id }) => isIdentifier(id, name));
  }
  let found = false;
  walk(statement, (node) => {
    if (node.type !== 'AssignmentExpression') return;
    const { left } = node as AssignmentExpression;
    if (isIdentifier(left, name)) found = true;
    if (left.type !== 'MemberExpression' || propertyName(left) !== name) return;
    if (isIdentifier(left.object) && ['self', 'window', 'globalThis'].includes(left.object.name)) found = true;
  });
  return found;
}
