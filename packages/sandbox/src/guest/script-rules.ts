import {
  type AnyNode,
  type Expression,
  type Identifier,
  type MemberExpression,
  type Node,
  type Program,
  type Property,
  parse,
  type Super,
} from 'acorn';
import { full } from 'acorn-walk';

/** A parsed script of a release. */
interface ParsedScript {
  path: string;
  program: Program;
}

/** @throws SyntaxError when it is not valid JavaScript, RangeError when it is nested too deeply */
export function parseScript(path: string, source: string): ParsedScript {
  const sourceType = path.endsWith('.mjs') ? 'module' : 'script';
  return { path, program: parse(source, { ecmaVersion: 'latest', sourceType, allowHashBang: true }) };
}

/** The names under which react and react-dom (18 and 19) publish their internals; only they assign these names. */
const REACT_INTERNALS = new Set([
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
  '__SERVER_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
  '__DOM_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
  '__SECRET_INTERNALS_DO_NOT_USE_OR_YOU_WILL_BE_FIRED',
]);
/** Properties by which a React renderer registers with the developer tools. */
const RENDERER_PROPERTIES = new Set(['reconcilerVersion', 'rendererPackageName']);

const isIdentifier = (node: Node, name?: string): node is Identifier =>
  node.type === 'Identifier' && (name === undefined || (node as Identifier).name === name);

/** The text of a string, or of a template up to its first expression. */
function textOf(node: Node | null | undefined): string | undefined {
  const expression = node as AnyNode | null | undefined;
  if (expression?.type === 'Literal') return typeof expression.value === 'string' ? expression.value : undefined;
  if (expression?.type === 'TemplateLiteral') return expression.quasis[0]?.value.cooked ?? undefined;
  return undefined;
}

/** The name of a member or property, `a.name` and `a['name']` alike. */
function propertyName(node: MemberExpression | Pick<Property, 'type' | 'key' | 'computed'>): string | undefined {
  const key = node.type === 'MemberExpression' ? node.property : node.key;
  return !node.computed && isIdentifier(key) ? key.name : textOf(key);
}

/** The name of the property that an assignment sets, if it sets one. */
const assignedProperty = (node: AnyNode): string | undefined =>
  node.type === 'AssignmentExpression' && node.left.type === 'MemberExpression' ? propertyName(node.left) : undefined;

/**
 * Visits a node and every node inside it.
 * @returns false when it is nested too deeply: acorn parses `a.b.c…` in a loop, acorn-walk visits it by recursion, and
 * about 1,300 levels fit on the stack
 */
function visitNodes(node: Node, visit: (node: AnyNode) => void): boolean {
  try {
    full(node, visit);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** Visits every node of a script and returns the problems that `find` reports, each once. */
function findProblems({ path, program }: ParsedScript, find: (node: AnyNode) => string | undefined): string[] {
  const problems = new Set<string>();
  const isComplete = visitNodes(program, (node) => {
    const problem = find(node);
    if (problem) problems.add(`${path} ${problem}.`);
  });
  if (!isComplete) problems.add(`${path} is nested too deeply to be checked.`);
  return [...problems];
}

/** No second React: two of them in one page break hooks and context. */
export const findSecondReact = (script: ParsedScript): string[] =>
  findProblems(script, (node) => {
    const name = reactProperty(node);
    return name && `bundles its own React (${name}). Use react and react-dom from the host`;
  });

/** The property that shows that a node is part of React, or undefined. */
function reactProperty(node: AnyNode): string | undefined {
  const name = node.type === 'Property' ? propertyName(node) : assignedProperty(node);
  if (name === undefined) return undefined;
  return REACT_INTERNALS.has(name) || (node.type === 'Property' && RENDERER_PROPERTIES.has(name)) ? name : undefined;
}

const OTHER_ORIGIN = /^(https?:|wss?:)?\/\//i;
/** Functions and constructors that request the URL in their first argument. */
const LOADERS = new Set(['fetch', 'importScripts', 'Worker', 'SharedWorker', 'WebSocket', 'EventSource', 'sendBeacon']);
/** `script.src = …`, and `p`, webpack's public path (`__webpack_require__.p = …`). */
const URL_PROPERTIES = new Set(['src', 'p']);
const TIMERS = new Set(['setTimeout', 'setInterval']);

/** No code from text, and nothing loaded from another origin. */
export const findEval = (script: ParsedScript): string[] =>
  findProblems(script, (node) => evalProblem(node) ?? originProblem(node));

function evalProblem(node: AnyNode): string | undefined {
  if (isIdentifier(node, 'eval')) return 'uses eval';
  if (node.type === 'MemberExpression' && propertyName(node) === 'eval') return 'uses eval';
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return undefined;
  const { callee, arguments: values } = node;
  const called = calledName(callee);
  if (called === 'Function' && !isGlobalThisIdiom(values)) return 'creates code from text with Function';
  if (called && TIMERS.has(called) && textOf(values[0]) !== undefined) return `passes text to ${called}`;
  return undefined;
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
 * `Function('return this')`: how webpack and older libraries find the global object where `globalThis` is missing. The text
 * is constant, and no browser that we support runs it.
 */
const isGlobalThisIdiom = (values: readonly Node[]): boolean =>
  values.length === 1 && /^return this;?$/.test(textOf(values[0])?.trim() ?? '');

function originProblem(node: AnyNode): string | undefined {
  const url = loadedUrl(node);
  return url !== undefined && OTHER_ORIGIN.test(url) ? `uses another origin: ${url.slice(0, 80)}` : undefined;
}

/** The constant URL that a node loads from, if it loads at all. */
function loadedUrl(node: AnyNode): string | undefined {
  if ('source' in node) return textOf(node.source);
  if (node.type === 'CallExpression' || node.type === 'NewExpression') {
    const called = calledName(node.callee);
    return called && LOADERS.has(called) ? textOf(node.arguments[0]) : undefined;
  }
  if (node.type !== 'AssignmentExpression') return undefined;
  return URL_PROPERTIES.has(assignedProperty(node) ?? '') ? textOf(node.right) : undefined;
}

/** Whether a script defines a global. */
export const definesContainer = ({ program }: ParsedScript, container: string): boolean =>
  program.body.some((statement) => definesGlobal(statement, container));

function definesGlobal(statement: AnyNode, name: string): boolean {
  if (statement.type === 'VariableDeclaration') {
    // `let` and `const` of a script are no properties of the global object, where the host looks.
    return statement.kind === 'var' && statement.declarations.some(({ id }) => isIdentifier(id, name));
  }
  let isDefined = false;
  visitNodes(statement, (node) => {
    if (node.type !== 'AssignmentExpression') return;
    const { left } = node;
    if (isIdentifier(left, name)) isDefined = true;
    if (left.type !== 'MemberExpression' || propertyName(left) !== name) return;
    if (isIdentifier(left.object) && ['self', 'window', 'globalThis'].includes(left.object.name)) isDefined = true;
  });
  return isDefined;
}
