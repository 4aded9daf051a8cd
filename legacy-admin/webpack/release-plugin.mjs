import { integrityOf } from './integrity.mjs';

/** The contract number of the host that this app is written for. */
const HOST_CONTRACT = 1;

/**
 * Emits `release.json`, which describes this build to a host: the container, the files that `./remote`
 * needs, the modules expected from the host, the pages, and every file with its size and SHA-384.
 */
export class ReleasePlugin {
  /** @param {{ name: string, packageVersion: string, naming: { container: string }, shared: Record<string, string>, routes: string[] }} release */
  constructor(release) {
    this.release = release;
  }

  apply(compiler) {
    const { Compilation, sources } = compiler.webpack;
    compiler.hooks.thisCompilation.tap('ReleasePlugin', (compilation) => {
      compilation.hooks.processAssets.tap(
        { name: 'ReleasePlugin', stage: Compilation.PROCESS_ASSETS_STAGE_REPORT },
        () => {
          if (compilation.errors.length > 0) return;
          const manifest = {
            name: this.release.name,
            packageVersion: this.release.packageVersion,
            contract: HOST_CONTRACT,
            container: this.release.naming.container,
            entry: 'remoteEntry.js',
            exposes: ['./remote'],
            remoteFiles: [...compilation.namedChunkGroups.get('remote').getFiles()].sort(),
            shared: this.release.shared,
            routes: this.release.routes,
            server: null,
            serverData: [],
            files: compilation
              .getAssets()
              .map(({ name, source }) => describe(name, source.buffer()))
              .sort((one, other) => (one.path < other.path ? -1 : 1)),
          };
          compilation.emitAsset('release.json', new sources.RawSource(`${JSON.stringify(manifest, null, 2)}\n`));
        },
      );
    });
  }
}

/** Describes one file of a release. */
function describe(path, bytes) {
  return { path, size: bytes.length, integrity: integrityOf(bytes) };
}
