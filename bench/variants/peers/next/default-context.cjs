/**
 * A loader for modules with a React context. Server Components have none, and nothing on this page provides another value than the
 * default: a context is its default here, and a provider its children.
 */
const IMPORT = /import \{ createContext, (type ReactNode, )?useContext \} from 'react';/;

module.exports = (source) =>
  source.replace(
    IMPORT,
    `import type { ReactNode } from 'react';
const createContext = <Value,>(value: Value) =>
  Object.assign(({ children }: { value: Value; children: ReactNode }) => children, { value });
const useContext = <Value,>({ value }: { value: Value }) => value;`,
  );
