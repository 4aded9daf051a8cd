import { createHash } from 'node:crypto';

/** In place of the hash while webpack builds. */
const PLACEHOLDER = '0legacyhash0';

/**
 * Names the container by everything that the build emits, so builds of different code can run in one page. The sources alone
 * are not enough: the code also depends on the installed packages, and module ids on the folder.
 */
export class ContainerNamePlugin {
  /** @param {string} prefix the name without its hash */
  constructor(prefix) {
    this.prefix = prefix;
    /** the container's name; during the build, until assets are processed, one with a placeholder */
    this.container = prefix + PLACEHOLDER;
  }

  apply(compiler) {
    const { Compilation, sources } = compiler.webpack;
    compiler.hooks.thisCompilation.tap('ContainerNamePlugin', (compilation) => {
      compilation.hooks.processAssets.tap(
        // After minimization, and before webpack names chunks by their final content.
        { name: 'ContainerNamePlugin', stage: Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_HASH - 1 },
        () => {
          const assets = compilation.getAssets().sort((one, other) => (one.name < other.name ? -1 : 1));
          const hash = createHash('sha256');
          for (const { name, source } of assets) hash.update(`${name}\0`).update(source.buffer()).update('\0');
          const digest = hash.digest('hex').slice(0, PLACEHOLDER.length);
          this.container = this.prefix + digest;
          for (const { name, source } of assets.filter((asset) => asset.name.endsWith('.js')))
            compilation.updateAsset(name, new sources.RawSource(source.source().replaceAll(PLACEHOLDER, digest)));
        },
      );
    });
  }
}
