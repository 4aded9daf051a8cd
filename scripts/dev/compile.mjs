import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import ts from 'typescript';

/**
 * Compiles single files of a workspace into its `dist`, as its build does, without checking types.
 * @param {string} folder of the workspace
 */
export function createCompiler(folder) {
  const file = join(folder, 'tsconfig.build.json');
  const { config } = ts.readConfigFile(file, ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, folder, undefined, file);
  /** @returns {string | null} the problem of the file, null if it was compiled */
  return (path) => {
    const output = join(options.outDir, relative(options.rootDir, path)).replace(/\.tsx?$/, '.js');
    if (!existsSync(path)) {
      rmSync(output, { force: true });
      return null;
    }
    const { outputText, sourceMapText, diagnostics } = ts.transpileModule(readFileSync(path, 'utf8'), {
      // A single file does not show that its package is one of ES modules.
      compilerOptions: {
        ...options,
        module: ts.ModuleKind.ESNext,
        moduleResolution: ts.ModuleResolutionKind.Bundler,
      },
      fileName: path,
      reportDiagnostics: true,
    });
    if (diagnostics.length > 0)
      return ts.formatDiagnostics(diagnostics, { ...ts.sys, getCanonicalFileName: basename, getNewLine: () => '\n' });
    mkdirSync(dirname(output), { recursive: true });
    writeFileSync(output, outputText);
    if (sourceMapText) writeFileSync(`${output}.map`, sourceMapText);
    return null;
  };
}
